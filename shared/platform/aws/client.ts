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

/** Destroys the clients made so far. The next call makes new ones from the environment at that time. */
export function forgetClients(): void {
  for (const client of made) (client as { destroy?: () => void }).destroy?.();
  made.clear();
}

/**
 * Turns off a client's logging. The SDK's default logger discards entries, but the SDK filters the input and output of each call
 * for it first, which is 4 % of a call's processor time. The SDK skips this when the logger has no `info` method.
 */
export function withoutLog(client: object): void {
  const { config } = client as { config?: { logger?: { info?: unknown } } };
  if (config?.logger) config.logger.info = undefined;
}

/** Milliseconds to connect. Within a region it takes one or two; a lost packet is sent again after one second. */
const CONNECT_MS = 2_000;

/**
 * The timeouts of a client. The SDK has none of its own: a connection that has died silently would hold a call until the time limit of
 * the function. After a timeout the SDK tries again, as after any lost response.
 *
 * @param seconds from the start of a request to the headers of its response; of one attempt
 */
export const timeouts = (seconds: number) => ({
  requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: seconds * 1000, throwOnRequestTimeout: true },
});

/** A function that makes the client at its first call and returns the same client until `forgetClients` is called. */
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
