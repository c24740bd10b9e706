import { badRequest } from '#shared/base/kernel/errors.ts';

/**
 * Reads a multipart form (RFC 7578).
 *
 * @throws 400 when the content type is not multipart/form-data or the body is malformed
 */
export async function readMultipart(body: Uint8Array, contentType: string | undefined): Promise<FormData> {
  if (!/^multipart\/form-data\b/i.test(contentType ?? '')) throw badRequest('Content-Type must be multipart/form-data.');
  const form = await new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': contentType ?? '' } })
    .formData()
    .catch(() => undefined);
  if (!form) throw badRequest('The body is not a valid multipart form.');
  return form;
}

/** The file of the form's part with this name. @throws 400 when there is none, more than one, or an empty one */
export function onlyFile(form: FormData, part: string): File {
  const files = form.getAll(part);
  const [file] = files;
  if (!(file instanceof File))
    throw badRequest(`The form needs a part \`${part}\` with a file name.`, { [part]: ['is required'] });
  if (files.length > 1) throw badRequest(`The form must have one part \`${part}\`.`, { [part]: ['must be one file'] });
  if (file.size === 0) throw badRequest('The file is empty.', { [part]: ['must not be empty'] });
  return file;
}
