// Computes a deal from its seeds, as the page describes. Nothing is asked of the service but the log of a game to compare with.
// SHA-256 stands here, since browsers offer theirs on secure origins alone.
"use strict";

const WORD = 2 ** 32;
const turn = (word, by) => (word << by) | (word >>> (32 - by));

// The first 32 bits behind the point of a root of each of the first primes: the constants of SHA-256.
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const behindPoint = (root) => ((root % 1) * WORD) | 0;
const ROUNDS = PRIMES.map((prime) => behindPoint(Math.cbrt(prime)));

const sha256 = (bytes) => {
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / WORD));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = PRIMES.slice(0, 8).map((prime) => behindPoint(Math.sqrt(prime)));
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = view.getInt32(block + 4 * i);
      else {
        const [a, b] = [w[i - 15], w[i - 2]];
        const low = turn(a, 25) ^ turn(a, 14) ^ (a >>> 3);
        const high = turn(b, 15) ^ turn(b, 13) ^ (b >>> 10);
        w[i] = w[i - 16] + low + w[i - 7] + high;
      }
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const first = h + (turn(e, 26) ^ turn(e, 21) ^ turn(e, 7)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i];
      const second = (turn(a, 30) ^ turn(a, 19) ^ turn(a, 10)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] = (state[i] + word) | 0));
  }
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => hash.setInt32(4 * i, word));
  return new Uint8Array(hash.buffer);
};

const hmac = (key, message) => {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(Uint8Array.of(...block.map((byte) => byte ^ 0x36), ...message));
  return sha256(Uint8Array.of(...block.map((byte) => byte ^ 0x5c), ...inner));
};

// The words of ChaCha20 with this key, nonce zero, block counter from 0.
function* stream(key) {
  const view = new DataView(key.buffer);
  const start = new Int32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) start[4 + i] = view.getInt32(4 * i, true);
  for (; ; start[12]++) {
    const s = start.slice();
    const quarter = (a, b, c, d) => {
      for (const [to, by, on, bits] of [[a, b, d, 16], [c, d, b, 12], [a, b, d, 8], [c, d, b, 7]]) {
        s[to] += s[by];
        s[on] = turn(s[on] ^ s[to], bits);
      }
    };
    for (let double = 0; double < 10; double++) {
      for (let i = 0; i < 4; i++) quarter(i, i + 4, i + 8, i + 12);
      for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
    }
    for (let i = 0; i < 16; i++) yield (s[i] + start[i]) >>> 0;
  }
}

const keyOf = (seed, clientSeed) => hmac(new TextEncoder().encode(seed), new TextEncoder().encode(`table:${clientSeed}`));
const words = (key, count) => {
  const all = stream(key);
  return Array.from({ length: count }, () => all.next().value);
};
const below = (all, n) => {
  const end = Math.floor(WORD / n) * n;
  for (;;) {
    const word = all.next().value;
    if (word < end) return word % n;
  }
};
const dice = (key, count) => {
  const all = stream(key);
  return Array.from({ length: count }, () => below(all, 6) + 1);
};
const shuffled = (key, list) => {
  const all = stream(key);
  const pack = [...list];
  for (let i = pack.length - 1; i > 0; i--) {
    const j = below(all, i + 1);
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  return pack;
};
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const at = (id) => document.getElementById(id);
const faces = new Map();
for (const item of at("pack-in-order").content.children) faces.set(item.firstElementChild.classList[2], item);
const ORDER = [...faces.keys()];
const laid = (list, cards) => list.replaceChildren(...cards.map((card) => faces.get(card).cloneNode(true)));
const inOrder = (cards) => ORDER.filter((card) => cards.includes(card));

const show = (seed, clientSeed) => {
  const key = keyOf(seed, clientSeed);
  const pack = shuffled(key, ORDER);
  at("hash").textContent = hex(sha256(new TextEncoder().encode(seed)));
  at("key").textContent = hex(key);
  at("words").textContent = words(key, 4).map((word) => word.toString(16).padStart(8, "0")).join(" ");
  at("dice").textContent = dice(key, 20).join(" ");
  at("pack-ids").textContent = pack.join(" ");
  laid(at("pack"), pack);
  document.querySelectorAll(".dealt ul").forEach((list, place) => laid(list, inOrder(pack.slice(19 * place, 19 * place + 19))));
  at("computed").hidden = false;
  return { key, pack };
};

// Does the first thing that chance decided in a game follow from the key? Hands are compared as sets, as logs have them.
const follows = (steps, { key, pack }) => {
  const first = steps.find((step) => step.hands || step.rolls || step.dice);
  const thrown = first?.rolls ?? first?.dice;
  if (thrown) return String(thrown.flat()) === String(dice(key, thrown.flat().length));
  if (!first) return null;
  let dealt = 0;
  const same = first.hands.every((hand) => {
    const given = pack.slice(dealt, (dealt += hand.length));
    return String(inOrder(hand)) === String(inOrder(given));
  });
  const rest = pack.slice(dealt);
  return same && String(first.pile ?? inOrder(first.discarded ?? [])) === String(first.pile ? rest : inOrder(rest));
};

const compared = async (game, computed) => {
  const answer = await fetch(`/v1/games/${game}/log`, { headers: { accept: "application/json" } });
  if (!answer.ok) return `The log of the game cannot be read (${answer.status}), so its deal was not compared.`;
  switch (follows((await answer.json()).steps, computed)) {
    case true:
      return "It matches: what this game dealt or rolled first is what these seeds give.";
    case false:
      return "It does not match: these seeds give another deal than the game had.";
    default:
      return "The game has no deal or roll to compare.";
  }
};

const form = at("deal");
const compute = async () => {
  const computed = show(form.seed.value, form.client_seed.value);
  at("verdict").textContent = "Computed.";
  if (form.game) at("verdict").textContent = await compared(form.game.value, computed).catch(() => "The log of the game cannot be fetched.");
};
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void compute();
});
if (form.seed.value) void compute();
