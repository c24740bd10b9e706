import plugin from '@scalar/fastify-api-reference';

/** The part of a Fastify server that the plugin uses. */
interface Server {
  route(route: { url: string; handler(request: undefined, reply: Reply): void }): void;
}

interface Reply {
  header(): Reply;
  send(body: string): void;
}

type Plugin = (server: Server, options: { configuration: { url: string } }, done: () => void) => void;

/**
 * Scalar's API reference as one script for browsers. Scalar's plugin for Fastify contains it as text and has 14 packages of its own or
 * shared with it; `@scalar/api-reference`, which contains it as a file, needs some 350 packages (150 MB) that nobody here uses.
 * The plugin gives the script only by a route, which this function calls without a server.
 *
 * @throws Error when the plugin registers no route for a script
 */
export function scalarScript(): string {
  let script = '';
  const reply: Reply = { header: () => reply, send: body => void (script = body) };
  const server: Server = { route: ({ url, handler }) => url.endsWith('.js') && handler(undefined, reply) };
  // Its types ask for a whole Fastify server, of which it calls `route` alone.
  (plugin as unknown as Plugin)(server, { configuration: { url: '/openapi.json' } }, () => {});
  if (script === '') throw new Error('@scalar/fastify-api-reference has no route for its script.');
  // A browser would look for the map when its tools are open.
  return script.replace(/\n\/\/# sourceMappingURL=.*$/, '');
}
