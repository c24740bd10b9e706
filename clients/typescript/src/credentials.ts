import { ApiError } from './errors.ts';

/** What a client authenticates with. */
export type Credentials =
  /** An API key (`POST /api/v1/api-tokens`): does not expire by itself, has the scopes that were chosen for it. */
  | { apiKey: string }
  /** Logs in when needed, and again when the refresh token has ended. Not for accounts with a second factor. */
  | { email: string; password: string }
  /** The tokens of a login made elsewhere, for example with a second factor or a passkey. */
  | { token: string; refreshToken?: string };

export interface Tokens {
  token: string;
  refreshToken?: string | undefined;
}

/** @param onTokens called with the tokens of each login and refresh: both change, so store them both */
export interface SessionOptions {
  baseUrl: string;
  credentials: Credentials;
  send: (request: Request) => Promise<Response>;
  onTokens?: ((tokens: Tokens) => void) | undefined;
}

export interface Session {
  /** The value of `Authorization`. @throws ApiError when the login is refused; Error when there is no login to make */
  authorization(): Promise<string>;
  /** After a 401: gets another token. @returns false if there is none to get @throws ApiError when the login is refused */
  renew(refused: string): Promise<boolean>;
}

/** Keeps the tokens of one login. Concurrent requests share one login or refresh: a refresh token is good for one use. */
export function createSession({ baseUrl, credentials, send, onTokens }: SessionOptions): Session {
  if ('apiKey' in credentials) {
    const { apiKey } = credentials;
    return { authorization: () => Promise.resolve(apiKey), renew: () => Promise.resolve(false) };
  }
  let tokens: Tokens | undefined = 'token' in credentials ? { ...credentials } : undefined;
  let running: Promise<Tokens | undefined> | undefined;

  const post = (path: string, body: object): Promise<Response> =>
    send(
      new Request(new URL(path, baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const refresh = async (refreshToken: string): Promise<Tokens | undefined> => {
    const response = await post('/api/auth/token/refresh', { refresh_token: refreshToken });
    return response.ok ? tokensOf(response) : undefined;
  };
  const login = async (): Promise<Tokens> => {
    const response = await post('/api/auth', credentials);
    if (!response.ok) throw new ApiError(response, await response.json().catch(() => undefined));
    const got = await tokensOf(response);
    if (!got) throw new Error('The account has a second factor: use an API key, or log in yourself and give the tokens.');
    return got;
  };
  const get = async (): Promise<Tokens | undefined> => {
    const { refreshToken } = tokens ?? {};
    const refreshed = refreshToken === undefined ? undefined : await refresh(refreshToken);
    return refreshed ?? ('password' in credentials ? login() : undefined);
  };
  /** One at a time. */
  const renewed = (): Promise<Tokens | undefined> =>
    (running ??= get()
      .then(got => {
        if (got) onTokens?.(got);
        return (tokens = got);
      })
      .finally(() => (running = undefined)));

  return {
    async authorization() {
      const { token } = tokens ?? (await renewed()) ?? {};
      if (token === undefined) throw new Error('The tokens have ended: log in again.');
      return `Bearer ${token}`;
    },
    async renew(refused) {
      // Another request may have renewed it meanwhile.
      if (tokens && `Bearer ${tokens.token}` !== refused) return true;
      return (await renewed()) !== undefined;
    },
  };
}

/** Undefined for the answer to a login that waits for the second factor. */
async function tokensOf(response: Response): Promise<Tokens | undefined> {
  const { token, refresh_token } = (await response.json()) as { token?: string; refresh_token?: string };
  return token === undefined ? undefined : { token, refreshToken: refresh_token };
}
