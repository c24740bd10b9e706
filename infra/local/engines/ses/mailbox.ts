import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { decodeWords, type Email, type Header } from 'postal-mime';

/** A mail in the index: the parameters of the call; the MIME is in its own file. Addresses have no display names. */
export interface StoredMail {
  id: string;
  /** As SendEmail returned it. */
  messageId: string;
  at: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  configurationSet: string | null;
  tags: { Name: string; Value: string }[];
}

/** A mail as `GET /_local/mailbox` shows it; headers decoded, their names in lower case, the last value where one repeats. */
export interface MailboxMessage {
  id: string;
  messageId: string;
  at: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  text: string | null;
  html: string | null;
  headers: Record<string, string>;
  attachments: { filename: string; contentType: string; size: number }[];
}

/** The mails of a data folder: `mail/<id>.eml` and one line each in `mail/index.jsonl`. MIME is parsed when it is looked at. */
export function openMailbox(dataDir: string) {
  const folder = join(dataDir, 'mail');
  const indexPath = join(folder, 'index.jsonl');
  mkdirSync(folder, { recursive: true });
  let index = readIndex(indexPath);
  const shown = new Map<string, Promise<MailboxMessage>>();

  const fileOf = (id: string) => join(folder, `${id}.eml`);
  const parse = async (id: string): Promise<Email> => PostalMime.parse(await readFile(fileOf(id)));

  const show = (mail: StoredMail): Promise<MailboxMessage> => {
    const known = shown.get(mail.id) ?? parse(mail.id).then(email => present(mail, email));
    shown.set(mail.id, known);
    return known;
  };

  return {
    /** Writes the MIME before the index entry: a process that is killed in between leaves no broken mail. */
    keep(mail: StoredMail, mime: Buffer): void {
      writeFileSync(fileOf(mail.id), mime, { flush: true });
      appendFileSync(indexPath, `${JSON.stringify(mail)}\n`, { flush: true });
      index.push(mail);
    },

    messages(to?: string): Promise<MailboxMessage[]> {
      const wanted = to?.trim().toLowerCase();
      const hasRecipient = (mail: StoredMail) =>
        [...mail.to, ...mail.cc, ...mail.bcc].some(address => address.toLowerCase() === wanted);
      return Promise.all((wanted ? index.filter(hasRecipient) : index).toReversed().map(show));
    },

    async attachment(id: string, n: number): Promise<{ filename: string; contentType: string; bytes: Buffer } | undefined> {
      const mail = index.find(candidate => candidate.id === id);
      const attachment = mail && (await parse(mail.id)).attachments[n];
      if (!attachment) return undefined;
      return { filename: attachment.filename ?? '', contentType: attachment.mimeType, bytes: bytesOf(attachment.content) };
    },

    headers: async (mail: StoredMail): Promise<Header[]> => (await parse(mail.id)).headers,

    byMessageId: (messageId: string): StoredMail | undefined => index.find(mail => mail.messageId === messageId),

    clear(): void {
      index = [];
      shown.clear();
      if (existsSync(indexPath)) truncateSync(indexPath);
      for (const file of readdirSync(folder)) if (file.endsWith('.eml')) rmSync(join(folder, file));
    },
  };
}

/** Reads the complete lines. A crash may leave an incomplete last line, which is removed. */
function readIndex(path: string): StoredMail[] {
  if (!existsSync(path)) return [];
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(path, end);
  const lines = bytes.subarray(0, end).toString().split('\n').filter(Boolean);
  return lines.map(line => JSON.parse(line) as StoredMail);
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);

function present(mail: StoredMail, email: Email): MailboxMessage {
  const { id, messageId, at, from, to, cc, bcc } = mail;
  return {
    ...{ id, messageId, at, from, to, cc, bcc },
    subject: email.subject ?? '',
    text: email.text ?? null,
    html: email.html ?? null,
    headers: Object.fromEntries(email.headers.map(({ key, value }) => [key, decodeWords(value)])),
    attachments: email.attachments.map(({ filename, mimeType, content }) => ({
      filename: filename ?? '',
      contentType: mimeType,
      size: bytesOf(content).length,
    })),
  };
}
