//! An unreliable proxy, which cuts every connection after a random number of bytes.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use arcana::chance::Chance;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// Maximum number of bytes before a connection is cut; enough for the longest event.
const MOST_BYTES: u32 = 5000;

/// A proxy in front of a service; it ends when dropped.
pub struct Proxy {
    pub address: String,
    cuts: Arc<AtomicUsize>,
    serving: JoinHandle<()>,
}

impl Proxy {
    pub async fn before(service: &str) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("bound"));
        let (service, cuts) = (service.trim_start_matches("http://").to_owned(), Arc::new(AtomicUsize::new(0)));
        let cut = Arc::clone(&cuts);
        let serving = tokio::spawn(async move {
            let mut chance = Chance::of_table("cuts", "");
            loop {
                let (caller, _) = listener.accept().await.expect("a connection");
                let (service, bytes, cut) = (service.clone(), chance.below(MOST_BYTES), Arc::clone(&cut));
                tokio::spawn(async move {
                    if pass_on(caller, &service, bytes as usize).await.is_none() {
                        cut.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        Proxy { address, cuts, serving }
    }

    /// Number of connections that were cut.
    pub fn cuts(&self) -> usize {
        self.cuts.load(Ordering::SeqCst)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Forwards the request, and a number of bytes of the response; `None` if there were more.
async fn pass_on(mut caller: TcpStream, service: &str, mut bytes: usize) -> Option<()> {
    let mut service = TcpStream::connect(service).await.ok()?;
    let (mut asked, mut answered) = ([0; 1024], [0; 512]);
    loop {
        tokio::select! {
            count = caller.read(&mut asked) => match count {
                Ok(count) if count > 0 => service.write_all(&asked[..count]).await.ok()?,
                Ok(_) | Err(_) => return Some(()),
            },
            count = service.read(&mut answered) => {
                let Some(count) = count.ok().filter(|count| *count > 0) else { return Some(()) };
                caller.write_all(&answered[..count.min(bytes)]).await.ok()?;
                bytes = bytes.checked_sub(count)?;
            }
        }
    }
}
