import { existsSync, readFileSync } from 'node:fs';
import type { Api } from '../../../infra/local/api-client.ts';
import { tokenIn } from '../../../infra/local/demo/journey.ts';
import type { MailboxMessage } from '../../../infra/local/engines/ses/index.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';

/** Remembers every secret that a test sends or receives, and checks whether one of them is in the log. */
export interface SecretWatch {
  /** The same client, whose secrets are remembered. */
  watching(api: Api): Api;
  /** Remembers the tokens of links in mails. */
  noteMails(messages: MailboxMessage[]): MailboxMessage[];
  note(secret: unknown): void;
  /** Forgets all of them. */
  forget(): void;
  /** Number of recorded secrets. */
  readonly size: number;
  /** Describes a secret that is in a log, without repeating it. */
  leaks(log: string): string[];
}

/** Members of requests and responses that contain secrets, in all endpoints. */
const MEMBERS = [
  ...['password', 'newPassword', 'currentPassword', 'token', 'refresh_token', 'idToken', 'mfaToken', 'mfa_token'],
  ...['secret', 'otpauthUri', 'backupCodes', 'linkToken', 'licenseKey', 'captchaToken'],
];

/** Shorter ones are in any text by chance; tests send values such as 'wrong'. */
const SHORTEST = 12;
const BACKUP_CODE = /^[a-z2-9]{4}-[a-z2-9]{4}$/;

export function watchSecrets(): SecretWatch {
  const seen = new Set<string>();
  const note = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(note);
    else if (typeof value === 'string' && (value.length >= SHORTEST || BACKUP_CODE.test(value))) seen.add(value);
  };
  const noteMembers = (body: unknown): void => {
    if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return;
    for (const name of MEMBERS) note((body as Record<string, unknown>)[name]);
  };
  return {
    watching: api => async (method, path, request) => {
      note(request?.token);
      noteMembers(request?.body);
      const answer = await api(method, path, request);
      noteMembers(answer.body);
      return answer;
    },
    noteMails: messages => {
      for (const message of messages) note(tokenIn(message));
      return messages;
    },
    note,
    forget: () => seen.clear(),
    get size() {
      return seen.size;
    },
    leaks: log => [
      ...(log.includes('$argon2id$') ? ['A hash of a password stands in the log.'] : []),
      ...[...seen].flatMap((secret, place) => {
        const what = `Secret ${place + 1} of ${seen.size}, ${secret.length} characters that begin with ${secret.slice(0, 2)}`;
        if (log.includes(secret)) return [`${what}, stands in the log.`];
        return log.includes(sha256(secret)) ? [`The hash of ${what}, stands in the log.`] : [];
      }),
    ],
  };
}

/**
 * Checks that no secret is in the log, then discards the secrets.
 * @param from offset in the log, in bytes
 * @returns the length of the log, in bytes
 * @throws Error when a secret is in the log file
 */
export function requireSilentLog(watch: SecretWatch, file: string, from = 0): number {
  const log = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  const leaks = watch.leaks(log.subarray(from).toString());
  if (leaks.length > 0) throw new Error(`The log tells secrets:\n${leaks.join('\n')}`);
  watch.forget();
  return log.length;
}
