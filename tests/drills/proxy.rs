//! A TCP proxy whose network can be broken: it forwards, falls silent, vanishes, refuses, and changes its target.

#![allow(dead_code, reason = "each test binary uses its own part of it")]

use std::{
    io,
    net::{Ipv4Addr, SocketAddr},
    sync::mpsc,
    thread::{self, JoinHandle},
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
    sync::watch,
    time::timeout,
};

use super::load::block_on;

/// How long a connection attempt to a full listener is watched before it counts as unanswered.
const UNANSWERED: Duration = Duration::from_millis(50);

/// What the proxy does with its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Bytes go both ways.
    Forward,
    /// Connections stay open and new ones are taken, but not a byte goes through.
    Silent,
    /// Nobody answers new connections either, as when the host has lost its power.
    Vanished,
    /// New connections are taken and closed at once, as a balancer does with no server behind it.
    Refuse,
}

#[derive(Clone, Copy, Debug)]
struct State {
    mode: Mode,
    target: SocketAddr,
    /// Connections of an earlier epoch are reset.
    epoch: u64,
}

/// The proxy; it ends when it is dropped.
pub struct Proxy {
    /// Where it listens.
    pub port: u16,
    state: Option<watch::Sender<State>>,
    thread: Option<JoinHandle<()>>,
}

impl Proxy {
    /// Starts a proxy on a free port of loopback that forwards to this port.
    pub fn start(target: u16) -> Proxy {
        let initial = State { mode: Mode::Forward, target: loopback(target), epoch: 0 };
        let (state, watched) = watch::channel(initial);
        let (tell, told) = mpsc::channel();
        let thread = thread::spawn(move || {
            block_on(async {
                let listener = listen(0).expect("a free port");
                tell.send(listener.local_addr().expect("an address").port()).expect("the test waits");
                serve(listener, watched).await;
            });
        });
        Proxy { port: told.recv().expect("the proxy starts"), state: Some(state), thread: Some(thread) }
    }

    /// Forwards new connections to this port; those that are open stay where they are.
    pub fn point_to(&self, target: u16) {
        self.change(|state| state.target = loopback(target));
    }

    /// Lets the network be whole again.
    pub fn forward(&self) {
        self.change(|state| state.mode = Mode::Forward);
    }

    /// Stops every byte, in both directions, without closing anything.
    pub fn fall_silent(&self) {
        self.change(|state| state.mode = Mode::Silent);
    }

    /// Lets the host vanish: silence, and nobody answers a new connection.
    pub fn vanish(&self) {
        self.change(|state| state.mode = Mode::Vanished);
    }

    /// Lets the vanished host come back, which knows nothing of its old connections: they are reset.
    pub fn come_back(&self) {
        self.change(|state| {
            state.mode = Mode::Forward;
            state.epoch += 1;
        });
    }

    /// Closes all connections, and every new one at once.
    pub fn refuse(&self) {
        self.change(|state| {
            state.mode = Mode::Refuse;
            state.epoch += 1;
        });
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        self.state.as_ref().expect("it is there until the proxy is dropped").send_modify(change);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.state = None;
        if let Some(thread) = self.thread.take() {
            // A panic there has been printed.
            let _ = thread.join();
        }
    }
}

fn loopback(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// Listens on this port, also while connections of an earlier listener are open.
fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(loopback(port))?;
    socket.listen(64)
}

/// Takes connections until the proxy is dropped.
async fn serve(mut listener: TcpListener, mut state: watch::Receiver<State>) {
    let port = listener.local_addr().expect("an address").port();
    loop {
        let now = *state.borrow_and_update();
        if now.mode == Mode::Vanished {
            drop(listener);
            if !vanished(port, &mut state).await {
                return;
            }
            listener = listen(port).expect("the port is still ours");
            continue;
        }
        tokio::select! {
            changed = state.changed() => if changed.is_err() { return },
            Ok((caller, _)) = listener.accept() => match now.mode {
                Mode::Refuse => drop(caller),
                Mode::Forward | Mode::Silent | Mode::Vanished => drop(tokio::spawn(carry(caller, state.clone()))),
            },
        }
    }
}

/// Keeps the port with a listener whose queue is full, whose system drops what else knocks. False: the proxy is dropped.
async fn vanished(port: u16, state: &mut watch::Receiver<State>) -> bool {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_reuseaddr(true).expect("an option");
    socket.bind(loopback(port)).expect("the port is ours");
    let _full = socket.listen(0).expect("it listens");
    let mut queued = Vec::new();
    while let Ok(Ok(connection)) = timeout(UNANSWERED, TcpStream::connect(loopback(port))).await {
        queued.push(connection);
    }
    state.wait_for(|state| state.mode != Mode::Vanished).await.is_ok()
}

/// Carries one connection until an end closes it or it is reset.
async fn carry(caller: TcpStream, mut state: watch::Receiver<State>) {
    let epoch = state.borrow().epoch;
    let _ = caller.set_nodelay(true);
    // An abrupt end, as of a host that was restarted or of a balancer that gives up.
    let _ = caller.set_zero_linger();
    let mut watched = state.clone();
    let both = async {
        forwarding(&mut state).await?;
        let target = state.borrow().target;
        let server = TcpStream::connect(target).await?;
        let _ = server.set_nodelay(true);
        let ((from_caller, to_caller), (from_server, to_server)) = (caller.into_split(), server.into_split());
        tokio::try_join!(one_way(from_caller, to_server, state.clone()), one_way(from_server, to_caller, state.clone()))
    };
    tokio::select! {
        _ = both => (),
        _ = watched.wait_for(|state| state.epoch != epoch) => (),
    }
}

/// Carries bytes one way. An end of either direction ends the connection.
async fn one_way(
    mut from: impl AsyncReadExt + Unpin,
    mut to: impl AsyncWriteExt + Unpin,
    mut state: watch::Receiver<State>,
) -> io::Result<()> {
    let mut buffer = vec![0; 16 << 10];
    loop {
        forwarding(&mut state).await?;
        let count = from.read(&mut buffer).await?;
        forwarding(&mut state).await?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        to.write_all(&buffer[..count]).await?;
    }
}

/// Waits until bytes may pass.
async fn forwarding(state: &mut watch::Receiver<State>) -> io::Result<()> {
    match state.wait_for(|state| state.mode == Mode::Forward).await {
        Ok(_) => Ok(()),
        Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
    }
}
