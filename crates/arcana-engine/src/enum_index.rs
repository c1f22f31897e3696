//! The index of an enum's value in the list of all its values.

/// Gives an enum of plain variants a method `index`, its place in `ALL`. That `ALL` lists the variants in the order of
/// their declaration is asserted when compiling.
#[macro_export]
macro_rules! enum_index {
    ($visibility:vis $kind:ident) => {
        impl $kind {
            #[doc = concat!("The index in [`ALL`](", stringify!($kind), "::ALL).")]
            $visibility const fn index(self) -> usize {
                self as usize
            }
        }

        const _: () = {
            let mut index = 0;
            while index < $kind::ALL.len() {
                assert!($kind::ALL[index].index() == index, "ALL is in the order of declaration");
                index += 1;
            }
        };
    };
}

pub use enum_index;
