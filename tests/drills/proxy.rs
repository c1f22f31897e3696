//! A TCP proxy with a network that can be broken: it forwards, falls silent, vanishes, refuses, and changes its target.

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

/// How long a connection attempt to a full listener is observed before it counts as unanswered.
const UNANSWERED: Duration = Duration::from_millis(50);

/// The mode of the proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Forwards bytes in both directions.
    Forward,
    /// Connections stay open and new ones are accepted, but no bytes pass.
    Silent,
    /// New connections are not answered either, as when the host has lost power.
    Vanished,
    /// New connections are accepted and closed at once, like a balancer without a server.
    Refuse,
}

#[derive(Clone, Copy, Debug)]
struct State {
    mode: Mode,
    target: SocketAddr,
    /// Connections of an earlier epoch are reset.
    epoch: u64,
}

/// The proxy; it ends when dropped.
pub struct Proxy {
    /// Its port.
    pub port: u16,
    state: Option<watch::Sender<State>>,
    thread: Option<JoinHandle<()>>,
}

impl Proxy {
    /// Starts a proxy on a free loopback port that forwards to this port.
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

    /// Forwards new connections to this port; open ones keep their target.
    pub fn point_to(&self, target: u16) {
        self.change(|state| state.target = loopback(target));
    }

    /// Restores the network.
    pub fn forward(&self) {
        self.change(|state| state.mode = Mode::Forward);
    }

    /// Stops all bytes in both directions without closing connections.
    pub fn fall_silent(&self) {
        self.change(|state| state.mode = Mode::Silent);
    }

    /// Makes the host vanish: silence, and no new connections.
    pub fn vanish(&self) {
        self.change(|state| state.mode = Mode::Vanished);
    }

    /// Restarts the vanished host, which does not know its old connections and resets them.
    pub fn come_back(&self) {
        self.change(|state| {
            state.mode = Mode::Forward;
            state.epoch += 1;
        });
    }

    /// Closes all connections, and new ones at once.
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

/// Listens on this port even while connections of an earlier listener are open.
fn listen(port: u16) -> io::Result<TcpListener> {
    let socket = TcpSocket::new_v4()?;
    socket.set_reuseaddr(true)?;
    socket.bind(loopback(port))?;
    socket.listen(64)
}

/// Accepts connections until the proxy is dropped.
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

/// Occupies the port with a listener whose queue is full, so that the system drops new connections. Returns false when
/// the proxy is dropped.
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

/// Forwards one connection until it is closed or reset.
async fn carry(caller: TcpStream, mut state: watch::Receiver<State>) {
    let epoch = state.borrow().epoch;
    let _ = caller.set_nodelay(true);
    // An abrupt end, as after a restart of the host.
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

/// Forwards bytes in one direction. An end of either direction ends the connection.
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
