/**
 * AWS clients are made once per process, on first use, with the SDK's ordinary environment (region, credentials,
 * `AWS_ENDPOINT_URL_<SERVICE>`). A process may add SDK middleware to all of them, which is how requests are counted and
 * faults injected outside of AWS without the program knowing.
 */
export type ClientPlugin = (client: { middlewareStack: unknown }) => void;

const plugins: ClientPlugin[] = [];
const made = new Set<{ middlewareStack: unknown }>();

/** Adds a plugin to every AWS client of this process, also to those made already. */
export function instrumentClients(plugin: ClientPlugin): void {
  plugins.push(plugin);
  for (const client of made) plugin(client);
}

/** Drops the clients made so far: the next call makes new ones, from the environment as it is then. */
export function forgetClients(): void {
  for (const client of made) (client as { destroy?: () => void }).destroy?.();
  made.clear();
}

/**
 * Has a client write no log. Its own logger drops what it is given, but only after the SDK has gone through input and output of the call
 * for it, which is 4 % of a call's processor time; one that cannot take entries is not given any.
 */
export function withoutLog(client: object): void {
  const { config } = client as { config?: { logger?: { info?: unknown } } };
  if (config?.logger) config.logger.info = undefined;
}

/** A function that makes the client at its first call and returns the same one ever after. */
export function lazyClient<T extends { middlewareStack: unknown }>(make: () => T): () => T {
  let client: T | undefined;
  return () => {
    if (!client || !made.has(client)) {
      client = make();
      withoutLog(client);
      made.add(client);
      for (const plugin of plugins) plugin(client);
    }
    return client;
  };
}
