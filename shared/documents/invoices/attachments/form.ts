import * as z from 'zod';
import { DIRECT_BYTES } from '#shared/output/files/download.ts';
import { givenFileName } from '#shared/output/files/file-name.ts';
import { onlyFile, readMultipart } from '#shared/output/files/form.ts';
import { badRequest, invalidFields, Problem } from '#shared/base/kernel/errors.ts';
import { textViolation, wasReplaced } from '#shared/base/kernel/texts.ts';

/** The content of an upload form. */
export interface UploadForm {
  filename: string | null;
  description: string | null;
  bytes: Uint8Array;
}

export const description = () =>
  z
    .string()
    .trim()
    .max(500, 'must have at most 500 characters')
    .transform(text => text || null)
    .nullish()
    .transform(text => text ?? null);

/**
 * Reads a multipart form (RFC 7578) with one `file` and an optional `description`.
 *
 * @throws 400 when the body is no such form, has no file, several files or an empty one, when its texts are not UTF-8, or the
 *   description is a file or too long; 413 when the file has more than `DIRECT_BYTES`; 422 for a description with control characters.
 */
export async function readForm(body: Uint8Array, contentType: string | undefined): Promise<UploadForm> {
  const form = await readMultipart(body, contentType);
  const file = onlyFile(form, 'file');
  if (file.size > DIRECT_BYTES) throw tooLargeForRequest();
  const text = form.get('description') ?? '';
  if (typeof text !== 'string') throw badRequest('The description is a file.', { description: ['must be text, not a file'] });
  if (wasReplaced(file.name) || wasReplaced(text)) throw badRequest('The texts of the form must be UTF-8.');
  const violation = textViolation(text);
  if (violation) throw invalidFields({ description: [violation] });
  const said = description().safeParse(text.normalize('NFC'));
  if (!said.success) throw badRequest('The description is too long.', { description: ['must have at most 500 characters'] });
  return { filename: givenFileName(file.name), description: said.data, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/**
 * Requests have at most 6 MB with the file in base64 (files/download.ts). API Gateway refuses larger ones itself, with its own
 * message.
 */
const tooLargeForRequest = (): Problem =>
  new Problem(
    'payload_too_large',
    'A request can contain a file of up to 4.4 MB. Announce a larger file by POST /api/v1/invoices/{uuid}/attachments/uploads, and post it to the url in its answer.',
    { limit: DIRECT_BYTES },
  );
