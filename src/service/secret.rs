//! Secrets of 32 bytes that callers hold: compared in constant time, and never logged.

/// Declares kinds of secrets, each with the prefix of its text.
macro_rules! secrets {
    ($($(#[$doc:meta])* $name:ident $prefix:literal)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name([u8; 32]);

        impl $name {
            /// Prefix of every secret of this kind, so that secret scanners find it.
            pub const PREFIX: &str = $prefix;

            /// Parses one from its text.
            pub fn read(text: &str) -> Option<$name> {
                $crate::hex::unhex(text.strip_prefix(Self::PREFIX)?).map($name)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}{}", Self::PREFIX, $crate::hex::hex(&self.0))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        /// Only the name; the rest is a secret.
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($name))
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                subtle::ConstantTimeEq::ct_eq(&self.0[..], &other.0[..]).into()
            }
        }

        impl Eq for $name {}
    )*};
}
pub(super) use secrets;
