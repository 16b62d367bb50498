import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** When the server closes, closes the connections that never sent a request, and later those whose request never completes. */
export function closeUnusedConnections(app: FastifyInstance, seconds: number): void {
  const open = new Map<Socket, IncomingMessage | undefined>();
  app.server.on('connection', (socket: Socket) => {
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', (request: IncomingMessage) => open.set(request.socket, request));
  app.addHook('preClose', (done) => {
    for (const [socket, request] of open) if (!request && socket.bytesRead === 0) socket.destroy();
    // A server that is closing no longer enforces its request timeout.
    setTimeout(() => {
      for (const [socket, request] of open) if (!request?.complete) socket.destroy();
      app.server.closeIdleConnections();
    }, seconds * 1000).unref();
    done();
  });
}
