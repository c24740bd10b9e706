import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import PostalMime, { addressParser } from 'postal-mime';
import * as z from 'zod';
import { AwsError } from '../http.ts';
import type { StoredMail } from './mailbox.ts';

const content = z.object({ Data: z.string(), Charset: z.string().optional() });
const addresses = z.array(z.string()).default([]);

/** The members of SES v2 SendEmail that this engine supports. */
const schema = z.object({
  FromEmailAddress: z.string().optional(),
  ReplyToAddresses: addresses,
  Destination: z.object({ ToAddresses: addresses, CcAddresses: addresses, BccAddresses: addresses }).optional(),
  ConfigurationSetName: z.string().optional(),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
  Content: z.object({
    Raw: z.object({ Data: z.base64() }).optional(),
    Simple: z
      .object({
        Subject: content,
        Body: z.object({ Text: content.optional(), Html: content.optional() }),
        Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
        Attachments: z
          .array(z.object({ FileName: z.string(), RawContent: z.base64(), ContentType: z.string().optional() }))
          .default([]),
      })
      .optional(),
  }),
});

export type SendEmailRequest = z.infer<typeof schema>;

const MAX_RECIPIENTS = 50;
const MAX_MIME_BYTES = 40 * 1024 * 1024;

const refused = (message: string) => new AwsError('BadRequestException', 400, message);

export function parseRequest(body: Buffer): SendEmailRequest {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    throw refused('The request body is not JSON.');
  }
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw refused(z.prettifyError(parsed.error));
  for (const tag of parsed.data.EmailTags) {
    if (![tag.Name, tag.Value].every(text => /^[\w-]{1,256}$/.test(text))) {
      throw refused(
        `Message tag '${tag.Name}' must consist of 1-256 ASCII letters, digits, underscores or dashes, as must its value.`,
      );
    }
  }
  return parsed.data;
}

/** The mail of a request: MIME, envelope and the addresses that it claims to be from. Without `Destination`, the recipients are those of the MIME headers. */
export async function toMail(
  input: SendEmailRequest,
): Promise<Omit<StoredMail, 'id' | 'messageId' | 'at'> & { mime: Buffer; senders: string[] }> {
  const mime = await toMime(input);
  if (mime.length > MAX_MIME_BYTES) {
    throw new AwsError('MessageRejected', 400, `Message length is more than ${MAX_MIME_BYTES} bytes long: '${mime.length}'.`);
  }
  const header = await PostalMime.parse(mime.subarray(0, headerLength(mime)));
  if (!header.headers.some(({ key }) => key === 'from')) throw refused("Missing required header 'From'.");

  const own = (list: typeof header.to) => (list ?? []).flatMap(entry => entry.group ?? [entry]).map(entry => entry.address);
  const given = input.Destination;
  const envelope = {
    from: checked(input.FromEmailAddress ?? header.from?.address ?? ''),
    to: (given?.ToAddresses ?? own(header.to)).map(checked),
    cc: (given?.CcAddresses ?? own(header.cc)).map(checked),
    bcc: (given?.BccAddresses ?? own(header.bcc)).map(checked),
  };
  const recipients = envelope.to.length + envelope.cc.length + envelope.bcc.length;
  if (recipients === 0) throw refused('Must have at least one recipient.');
  if (recipients > MAX_RECIPIENTS) throw refused(`Recipient count exceeds ${MAX_RECIPIENTS}.`);
  const senders = [...new Set([envelope.from, header.from?.address ?? envelope.from])];
  return { ...envelope, mime, senders, configurationSet: input.ConfigurationSetName ?? null, tags: input.EmailTags };
}

function headerLength(mime: Buffer): number {
  const end = mime.indexOf('\r\n\r\n');
  return end < 0 ? mime.length : end;
}

async function toMime(input: SendEmailRequest): Promise<Buffer> {
  const { Raw: raw, Simple: simple } = input.Content;
  if (raw) return Buffer.from(raw.Data, 'base64');
  if (!simple) throw refused('Content must be Raw or Simple: the local engine has no templates.');
  return new MailComposer({
    from: input.FromEmailAddress,
    to: input.Destination?.ToAddresses,
    cc: input.Destination?.CcAddresses,
    replyTo: input.ReplyToAddresses,
    subject: simple.Subject.Data,
    text: simple.Body.Text?.Data,
    html: simple.Body.Html?.Data,
    headers: simple.Headers.map(({ Name, Value }) => ({ key: Name, value: Value })),
    attachments: simple.Attachments.map(({ FileName, RawContent, ContentType }) => ({
      filename: FileName,
      content: Buffer.from(RawContent, 'base64'),
      contentType: ContentType,
    })),
  })
    .compile()
    .build();
}

/** The bare address of `a@b` or `Name <a@b>`; refused as SES refuses it. */
function checked(text: string): string {
  const address = /<([^<>]*)>\s*$/.exec(text)?.[1] ?? text;
  const several = addressParser(text, { flatten: true }).length > 1;
  const problem = several || /[\x00-\x1f\x7f]/.test(text) ? 'Illegal address' : addressProblem(address);
  if (problem) throw refused(`${problem}: ${JSON.stringify(text)}.`);
  return address;
}

/** Why SES rejects an address; null if it accepts it. SES knows no SMTPUTF8: the local part is ASCII, the domain punycode. */
export function addressProblem(address: string): string | null {
  const at = address.lastIndexOf('@');
  if (at < 0) return "Missing final '@domain'";
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (!local || local.length > 64) return 'Local address must have 1-64 characters';
  if (!/^("[\x20-\x7e]*"|[\x21-\x7e]+)$/.test(local)) return 'Local address contains control, whitespace or non-ASCII characters';
  if (/[()<>[\]:;@\\,"]/.test(local) && !local.startsWith('"')) return 'Local address contains an illegal character';
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return 'Local address has a misplaced dot';
  if (!domain || domain.length > 255) return 'Domain must have 1-255 characters';
  if (!domain.split('.').every(label => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label)))
    return 'Domain contains an illegal label';
  return null;
}
