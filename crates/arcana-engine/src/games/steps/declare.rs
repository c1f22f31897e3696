//! The macro that generates a game's steps.

/// Length of a variant's name in snake case.
pub const fn snake_len(name: &str) -> usize {
    let (mut len, mut at) = (name.len(), 1);
    while at < name.len() {
        len += name.as_bytes()[at].is_ascii_uppercase() as usize;
        at += 1;
    }
    len
}

/// A variant's name in snake case, as serde writes it.
pub const fn snake<const LEN: usize>(name: &str) -> [u8; LEN] {
    let (mut word, mut len, mut at) = ([0; LEN], 0, 0);
    while at < name.len() {
        let letter = name.as_bytes()[at];
        if at > 0 && letter.is_ascii_uppercase() {
            word[len] = b'_';
            len += 1;
        }
        word[len] = letter.to_ascii_lowercase();
        len += 1;
        at += 1;
    }
    word
}

/// Declares a game's steps: the attributes and names of the enums, then the steps as variants.
///
/// A step whose first field is `player: Player` is a player's, any other the table's. Where moves are declared, each
/// player's step is also a move with the other fields; `cards: Vec<Spelled> => Hand` gives the type of the field in the
/// move. With `fields as dyn Field` a step exposes its fields except `player` as trait objects, and a kind creates a
/// step with blank fields.
///
/// Stored logs use the kinds' indexes: append new steps at the end.
#[macro_export]
macro_rules! steps {
    (
        $(#[$step_meta:meta])* pub enum $Step:ident;
        pub enum $Kind:ident;
        $(#[$move_meta:meta])* pub enum $Move:ident;
        fields as dyn $Field:ident;
        $($variants:tt)*
    ) => {
        $crate::steps! {
            @read $Step { $(#[$step_meta])* } $Kind $Move { $(#[$move_meta])* } { $Field } [] [] [] $($variants)*
        }
    };

    (
        $(#[$step_meta:meta])* pub enum $Step:ident;
        pub enum $Kind:ident;
        $(#[$move_meta:meta])* pub enum $Move:ident;
        $($variants:tt)*
    ) => {
        $crate::steps! {
            @read $Step { $(#[$step_meta])* } $Kind $Move { $(#[$move_meta])* } {} [] [] [] $($variants)*
        }
    };

    // The moves are written by hand.
    (
        $(#[$step_meta:meta])* pub enum $Step:ident;
        pub enum $Kind:ident;
        type Move = $Move:ident;
        $($variants:tt)*
    ) => {
        $crate::steps! {
            @read $Step { $(#[$step_meta])* } $Kind $Move by_hand {} [] [] [] $($variants)*
        }
    };

    // A player's step without other fields.
    (@read $Step:ident $step_meta:tt $Kind:ident $Move:ident $moves:tt $visit:tt
        [$($all:tt)*] $table:tt [$($players:tt)*]
        $(#[$meta:meta])* $name:ident { $(#[$player_meta:meta])* player: Player $(,)? }
        $(, $($rest:tt)*)?
    ) => {
        $crate::steps! {
            @read $Step $step_meta $Kind $Move $moves $visit
            [$($all)* { [$(#[$meta])*] $name [$(#[$player_meta])* player: $crate::games::Player,] {} [player: $crate::games::Player(0),] }]
            $table
            [$($players)* { $name }]
            $($($rest)*)?
        }
    };

    // A player's step.
    (@read $Step:ident $step_meta:tt $Kind:ident $Move:ident $moves:tt $visit:tt
        [$($all:tt)*] $table:tt [$($players:tt)*]
        $(#[$meta:meta])* $name:ident {
            $(#[$player_meta:meta])* player: Player
            $(, $(#[$field_meta:meta])* $field:ident: $wire:ty $(=> $inside:ty)? )+ $(,)?
        }
        $(, $($rest:tt)*)?
    ) => {
        $crate::steps! {
            @read $Step $step_meta $Kind $Move $moves $visit
            [$($all)* {
                [$(#[$meta])*] $name [$(#[$player_meta])* player: $crate::games::Player,]
                { $( [$(#[$field_meta])*] $field: $wire, )+ }
                [player: $crate::games::Player(0),]
            }]
            $table
            [$($players)* { $name [ $( $field: ($wire $(=> $inside)?), )+ ] }]
            $($($rest)*)?
        }
    };

    // A table step.
    (@read $Step:ident $step_meta:tt $Kind:ident $Move:ident $moves:tt $visit:tt
        [$($all:tt)*] [$($table:ident)*] $players:tt
        $(#[$meta:meta])* $name:ident { $( $(#[$field_meta:meta])* $field:ident: $wire:ty ),* $(,)? }
        $(, $($rest:tt)*)?
    ) => {
        $crate::steps! {
            @read $Step $step_meta $Kind $Move $moves $visit
            [$($all)* { [$(#[$meta])*] $name [] { $( [$(#[$field_meta])*] $field: $wire, )* } [] }]
            [$($table)* $name]
            $players
            $($($rest)*)?
        }
    };

    // All steps are parsed.
    (@read $Step:ident $step_meta:tt $Kind:ident $Move:ident $moves:tt $visit:tt $all:tt $table:tt $players:tt) => {
        $crate::steps! { @wire $Step $step_meta $all }
        $crate::steps! { @kinds $Step $Kind $Move $all $all $table $players }
        $crate::steps! { @moves $Step $Kind $Move $moves $table $players }
        $crate::steps! { @fields $Step $Kind $visit $all $table $players }
    };

    (@wire $Step:ident { $($step_meta:tt)* }
        [$( {
            [$($meta:tt)*] $name:ident [$($player:tt)*] { $( [$($field_meta:tt)*] $field:ident: $wire:ty, )* } $blank:tt
        } )*]
    ) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
        #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
        $($step_meta)*
        pub enum $Step {
            $( $($meta)* $name { $($player)* $( $($field_meta)* $field: $wire, )* }, )*
        }
    };

    (@variants $Step:ident
        [$( {
            [$($meta:tt)*] $name:ident [$($player:tt)*] { $( [$($field_meta:tt)*] $field:ident: $wire:ty, )* } $blank:tt
        } )*]
    ) => {
        type Variants = $Step;

        // The schema is not used, but without the derive its attributes on fields do not compile.
        #[derive(serde::Deserialize, utoipa::ToSchema)]
        #[serde(remote = "Variants", rename_all = "snake_case", deny_unknown_fields)]
        enum Variant {
            $( $($meta)* $name { $($player)* $( $($field_meta)* $field: $wire, )* }, )*
        }
    };

    (@kinds $Step:ident $Kind:ident $Move:ident $all:tt
        [$( { $meta:tt $name:ident $player:tt $fields:tt $blank:tt } )*]
        [$($table:ident)*]
        [$( { $mover:ident $($move_fields:tt)? } )*]
    ) => {
        /// A kind of step, in the order of the page's table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Kind {
            $( #[doc = concat!("[`", stringify!($Step), "::", stringify!($name), "`]")] $name, )*
        }

        impl $crate::games::AnyStepKind for $Kind {
            const ALL: &'static [$Kind] = &[$($Kind::$name),*];
            const NAMES: &'static [&'static str] = &[$({
                const NAME: &str = stringify!($name);
                const WORD: [u8; $crate::games::steps::snake_len(NAME)] = $crate::games::steps::snake(NAME);
                match std::str::from_utf8(&WORD) {
                    Ok(word) => word,
                    Err(_) => NAME,
                }
            }),*];

            fn index(self) -> usize {
                self as usize
            }
        }

        impl $crate::games::GameStep for $Step {
            type Kind = $Kind;
            type Move = $Move;

            fn kind(&self) -> $Kind {
                match self { $( $Step::$name { .. } => $Kind::$name, )* }
            }

            fn player(&self) -> Option<$crate::games::Player> {
                match self {
                    $( $Step::$table { .. } => None, )*
                    $( $Step::$mover { player, .. } => Some(*player), )*
                }
            }

            fn of_move(player: $crate::games::Player, mv: $Move) -> $Step {
                mv.step(player)
            }

            fn read_variant<'de, D: serde::Deserializer<'de>>(variant: D) -> Result<$Step, D::Error> {
                $crate::steps! { @variants $Step $all }
                Variant::deserialize(variant)
            }
        }
    };

    (@moves $Step:ident $Kind:ident $Move:ident by_hand $table:tt $players:tt) => {};
    (@moves $Step:ident $Kind:ident $Move:ident { $($move_meta:tt)* }
        [$($table:ident)*]
        [$( { $name:ident $( [ $( $field:ident: $type:tt, )+ ] )? } )*]
    ) => {
        $($move_meta)*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Move {
            $(
                #[doc = concat!("[`", stringify!($Step), "::", stringify!($name), "`]")]
                $name $( ($($crate::steps!(@inside $type)),+) )?,
            )*
        }

        impl $Move {
            /// The kind of this step.
            pub const fn kind(self) -> $Kind {
                match self { $( $Move::$name { .. } => $Kind::$name, )* }
            }

            /// The move as this player's step.
            pub(crate) fn step(self, player: $crate::games::Player) -> $Step {
                match self {
                    $( $Move::$name $( ($($field),+) )? => $Step::$name {
                        player,
                        $( $( $field: $crate::games::steps::Inside::to_wire($field), )+ )?
                    }, )*
                }
            }

            /// The player who makes a step, and the move; `None` for table steps and for steps that are not a valid
            /// move.
            pub fn of_step(step: &$Step) -> Option<($crate::games::Player, $Move)> {
                match step {
                    $( $Step::$table { .. } => None, )*
                    $( $Step::$name { player, $( $($field),+ )? } => {
                        Some((*player, $Move::$name $( ($($crate::games::steps::Inside::of_wire($field)?),+) )?))
                    } )*
                }
            }
        }
    };

    (@inside ($wire:ty)) => { $wire };
    (@inside ($wire:ty => $inside:ty)) => { $inside };

    (@fields $Step:ident $Kind:ident {} $all:tt $table:tt $players:tt) => {};
    (@fields $Step:ident $Kind:ident { $Field:ident }
        [$( {
            $meta:tt $name:ident $player:tt { $( $field_meta:tt $field:ident: $wire:ty, )* } [$($blank:tt)*]
        } )*]
        [$($table:ident)*]
        [$( { $mover:ident $($move_fields:tt)? } )*]
    ) => {
        impl $Step {
            /// A step of this kind with blank fields.
            pub(super) fn blank(kind: $Kind) -> $Step {
                match kind {
                    $( $Kind::$name => $Step::$name { $($blank)* $( $field: <$wire as $Field>::blank(), )* }, )*
                }
            }

            /// The player who makes it; `None` for table steps.
            pub(super) const fn player_mut(&mut self) -> Option<&mut $crate::games::Player> {
                match self {
                    $( $Step::$table { .. } => None, )*
                    $( $Step::$mover { player, .. } => Some(player), )*
                }
            }

            /// Its fields except the player, in order.
            pub(super) fn fields(&self) -> arrayvec::ArrayVec<&dyn $Field, 3> {
                let mut fields = arrayvec::ArrayVec::new();
                match self {
                    $( $Step::$name { $($field,)* .. } => { $( fields.push($field as &dyn $Field); )* } )*
                }
                fields
            }
        }
    };
}
pub(crate) use steps;
