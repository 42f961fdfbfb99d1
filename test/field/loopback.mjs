// Loaded before a server that would listen on all interfaces: makes it listen on this machine only.
import { Server } from 'node:net';

const listen = Server.prototype.listen;

Server.prototype.listen = function listenOnLoopback(...given) {
  const [port] = given;
  if (!/^\d+$/.test(String(port))) return listen.apply(this, given);
  const callback = given.find((argument) => typeof argument === 'function');
  return listen.call(this, Number(port), '127.0.0.1', ...(callback === undefined ? [] : [callback]));
};
