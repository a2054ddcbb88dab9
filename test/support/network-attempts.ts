/**
 * Tries every way to a network and reports how each ended. Addresses are of this machine only, so that the comparison
 * run without the guard calls nobody.
 */
/* eslint-disable no-restricted-imports -- what is tested is that these refuse */
import { createSocket, Socket as UdpSocket } from "node:dgram";
import dns, { lookup, resolve4 } from "node:dns";
import { lookup as lookupPromise, Resolver as PromiseResolver } from "node:dns/promises";
import http, { get, request } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import https from "node:https";
import net, { connect, createConnection, Socket } from "node:net";
import process from "node:process";
import tls from "node:tls";
import { forbidNetwork } from "../../main/engine/offline-guard.ts";

if (process.argv[2] === "guarded") forbidNetwork();

const PORT = 9;
const HOST = "127.0.0.1";
const quiet = (thing: { on(event: "error", listener: () => void): unknown; destroy(): unknown }) => {
  thing.on("error", () => undefined);
  thing.destroy();
};
const ignored = () => undefined;

const ways: Readonly<Record<string, () => unknown>> = {
  "net.connect": () => quiet(connect(PORT, HOST)),
  "net.createConnection": () => quiet(createConnection(PORT, HOST)),
  "net default connect": () => quiet(net.connect(PORT, HOST)),
  "new net.Socket": () => quiet(new Socket().connect(PORT, HOST)),
  "net listen": () => {
    const server = net.createServer();
    server.on("error", ignored);
    server.listen(0, HOST, () => server.close());
  },
  "tls.connect": () => quiet(tls.connect(PORT, HOST)),
  "http.request": () => quiet(request({ host: HOST, port: PORT })),
  "http.get": () => quiet(get({ host: HOST, port: PORT })),
  "http listen": () => {
    const server = http.createServer();
    server.on("error", ignored);
    server.listen(0, HOST, () => server.close());
  },
  "http.ClientRequest": async () => {
    const sent = new http.ClientRequest(`http://${HOST}:${PORT}/`);
    await settled(sent);
  },
  "https.request": () => quiet(https.request({ host: HOST, port: PORT })),
  "https.get": () => quiet(https.get({ host: HOST, port: PORT })),
  "http2.connect": () => quiet(connectHttp2(`http://${HOST}:${PORT}`)),
  "dns.lookup": () => lookup("localhost", ignored),
  "dns.resolve4": () => resolve4("localhost", ignored),
  "dns.reverse": () => dns.reverse(HOST, ignored),
  "dns.lookupService": () => dns.lookupService(HOST, PORT, ignored),
  "dns.promises.lookup": () => lookupPromise("localhost"),
  "dns.Resolver": () => new dns.Resolver().resolve4("localhost", ignored),
  "dns.promises.Resolver": () => void new PromiseResolver().resolve4("localhost").catch(ignored),
  "dgram.createSocket": () => createSocket("udp4").close(),
  "dgram bind": () => (UdpSocket.prototype as { bind: (this: unknown) => void }).bind.call({}),
  fetch: () => void fetch(`http://${HOST}:${PORT}/`).catch(ignored),
  WebSocket: () => {
    new WebSocket(`ws://${HOST}:${PORT}/`).addEventListener("error", ignored);
  },
};

function settled(sent: http.ClientRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    sent.once("error", reject);
    sent.once("close", resolve);
  });
}

const outcomes: Record<string, string> = {};
for (const [name, attempt] of Object.entries(ways)) {
  try {
    await attempt();
    outcomes[name] = "allowed";
  } catch (error) {
    outcomes[name] = error instanceof Error ? error.name : "thrown";
  }
}
process.send!(outcomes, () => process.exit());
