//! From arguments and environment variables to settings.

use std::{
    env,
    ffi::{OsStr, OsString},
};

use clap::{
    Arg, Command, CommandFactory, Error, FromArgMatches,
    builder::Resettable,
    error::{ContextKind, ContextValue},
};

use super::Cli;

/// The default command.
const DEFAULT: &str = "serve";

impl Cli {
    /// Parses the arguments of the program, of which the first is its name. Without a command they are those of `serve`,
    /// so that no other command depends on its settings. Empty variables of the program count as unset.
    ///
    /// # Errors
    /// What is wrong with them; or help or the version, if that is asked for.
    pub fn read<T: Into<OsString>>(arguments: impl IntoIterator<Item = T>) -> Result<Cli, Error> {
        let mut arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        if arguments.get(1).is_none_or(is_flag_of_default) {
            arguments.insert(arguments.len().min(1), DEFAULT.into());
        }
        let mut command = without_empty_variables(Cli::command());
        let parsed = command.try_get_matches_from_mut(&arguments).and_then(|matches| Cli::from_arg_matches(&matches));
        parsed.map_err(|error| of_variable(error, &command, &arguments))
    }
}

/// Is this first argument a flag, and not one of the program itself?
fn is_flag_of_default(argument: &OsString) -> bool {
    let text = argument.to_string_lossy();
    text.starts_with('-') && !["-h", "--help", "-V", "--version"].contains(&text.as_ref())
}

fn without_empty_variables(command: Command) -> Command {
    // Without its URL the database would be another one.
    let is_own = |name: &&OsStr| name.to_string_lossy().starts_with("ARCANA_");
    let value = |arg: &Arg| arg.get_env().filter(is_own).and_then(env::var_os);
    let is_empty = |arg: &Arg| value(arg).is_some_and(|value| value.is_empty());
    let unset = |arg: Arg| if is_empty(&arg) { arg.env(Resettable::Reset) } else { arg };
    command.mut_args(unset).mut_subcommands(without_empty_variables)
}

/// Names the variable in an error about a value that no flag gave.
fn of_variable(mut error: Error, command: &Command, arguments: &[OsString]) -> Error {
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let flag = flag.split([' ', '=']).next().unwrap_or_default();
    let gives = |argument: &OsString| argument.to_string_lossy().split('=').next() == Some(flag);
    let variable = variable_of(command, flag.trim_start_matches('-'));
    let Some(variable) = variable.filter(|_| !arguments.iter().any(gives)) else { return error };
    error.insert(ContextKind::InvalidArg, ContextValue::String(variable));
    error
}

/// The environment variable that is set for a flag of the command or of one below it.
fn variable_of(command: &Command, flag: &str) -> Option<String> {
    let of_flag = command.get_arguments().filter(|arg| arg.get_long() == Some(flag));
    let set = of_flag.filter_map(|arg| arg.get_env()).find(|name| env::var_os(name).is_some());
    let below = || command.get_subcommands().find_map(|command| variable_of(command, flag));
    set.map(|name| name.to_string_lossy().into_owned()).or_else(below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Command as What;

    fn command(arguments: &[&str]) -> Result<What, Error> {
        Cli::read(["arcana"].iter().chain(arguments)).map(|cli| cli.command)
    }

    #[test]
    fn the_default_command_is_serve() {
        assert!(matches!(command(&[]), Ok(What::Serve(_))));
        assert!(matches!(command(&["--threads", "3"]), Ok(What::Serve(serve)) if serve.threads == Some(3)));
        assert!(matches!(command(&["serve", "--threads=3"]), Ok(What::Serve(serve)) if serve.threads == Some(3)));
        assert!(matches!(command(&["openapi"]), Ok(What::Openapi)));
    }

    #[test]
    fn help_and_mistyped_commands_are_those_of_the_program() {
        let printed = |arguments: &[&str]| command(arguments).expect_err("no command").to_string();
        for flag in ["-h", "--help"] {
            assert!(printed(&[flag]).contains("The default command is `serve`"), "{flag}");
        }
        assert!(printed(&["--version"]).starts_with("arcana "));
        assert!(printed(&["sreve"]).contains("unrecognized subcommand 'sreve'"));
    }
}
