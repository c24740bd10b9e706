import { DIRECT_BYTES, type Download, type FileType, locationOf } from './download.ts';

/** A text for an answer; one that is too large is stored under `key`, and the caller is redirected to a signed URL. */
export async function offerText(text: string, { key, ...type }: FileType & { key: string }): Promise<Download> {
  if (Buffer.byteLength(text) <= DIRECT_BYTES) return { ...type, content: text };
  const { putFile } = await import('#shared/platform/aws/put-file.ts');
  await putFile(key, text, type.contentType);
  return { ...type, content: await locationOf(key, type) };
}
