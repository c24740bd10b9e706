import * as z from 'zod';
import { DIRECT_BYTES } from '../../files/download.ts';
import { onlyFile, readMultipart } from '../../files/form.ts';
import { badRequest, invalidFields, Problem } from '../../kernel/errors.ts';
import { textViolation, wasReplaced } from '../../kernel/texts.ts';
import { cleanFileName } from './file-name.ts';

/** What an upload says of its file. */
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
 * @throws 400 when it is no such form, has no file, several, or an empty one, its texts are not UTF-8, or its description is too
 *   long; 413 when the file is so large that it fits into a request only by chance; 422 for a description with control characters.
 */
export async function readForm(body: Uint8Array, contentType: string | undefined): Promise<UploadForm> {
  const form = await readMultipart(body, contentType);
  const file = onlyFile(form, 'file');
  if (file.size > DIRECT_BYTES) throw tooLargeForRequest();
  const text = form.get('description') ?? '';
  if (wasReplaced(file.name) || (typeof text === 'string' && wasReplaced(text)))
    throw badRequest('The texts of the form must be UTF-8.');
  const violation = typeof text === 'string' ? textViolation(text) : null;
  if (violation) throw invalidFields({ description: [violation] });
  const said = description().safeParse(typeof text === 'string' ? text.normalize('NFC') : text);
  if (!said.success) throw badRequest('The description is too long.', { description: ['must have at most 500 characters'] });
  return { filename: cleanFileName(file.name), description: said.data, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** Requests end at 6 MB, in which a file is base64 (files/download.ts): API Gateway refuses larger ones by itself, without our words. */
const tooLargeForRequest = (): Problem =>
  new Problem(
    'payload_too_large',
    'A request holds a file of up to 4.4 MB: announce larger ones by POST /api/v1/invoices/{uuid}/attachments/uploads, and post them where its answer says.',
    { limit: DIRECT_BYTES },
  );
