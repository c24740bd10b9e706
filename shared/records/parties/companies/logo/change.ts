import { putFile } from '#shared/platform/aws/put-file.ts';
import { onlyFile, readMultipart } from '#shared/output/files/form.ts';
import { logoType } from '#shared/output/files/logo.ts';
import { badRequest } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { type ImageType, pixelImage, UnusableImage } from './image.ts';
import { current, logoWrites } from './record.ts';

/** The largest logo in bytes (COM-21). */
const MOST_BYTES = 2 * 1_048_576;

export interface LogoChanged {
  logoPath: string;
  message: string;
}

/**
 * Stores the logo of a multipart form and replaces the previous one. Each upload gets a new bucket key, so that PDFs with the old
 * logo are never taken for PDFs with the new one. The file is stored before the company's record refers to it: if the process dies
 * in between, the file is unused. The transaction also makes the outbox delete the file of the old logo.
 *
 * @throws 400 for no file, more than one, one over 2 MB, or one that is not a usable PNG, JPEG or SVG; 404 if the company was
 * deleted
 */
export async function changeLogo(
  loaded: Company,
  form: { body: Uint8Array; contentType: string | undefined },
  commit: Commit<LogoChanged>,
): Promise<LogoChanged> {
  const file = onlyFile(await readMultipart(form.body, form.contentType), 'logo');
  if (file.size > MOST_BYTES) throw refused('must have at most 2 MB');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const logoPath = `companies/${loaded.id}/logo/${newId()}.${await imageType(bytes)}`;
  await putFile(logoPath, bytes, logoType(logoPath) ?? '');
  return retryOnContention(async attempt =>
    commit(logoWrites(await current(loaded, attempt), logoPath), { logoPath, message: 'The logo was stored.' }),
  );
}

async function imageType(bytes: Uint8Array): Promise<ImageType> {
  try {
    const type = pixelImage(bytes);
    if (type) return type;
    // The XML parser is loaded only when needed.
    const { checkSvg, isMarkup } = await import('./svg.ts');
    if (!isMarkup(bytes)) throw new UnusableImage('must be a PNG, JPEG or SVG');
    checkSvg(bytes);
    return 'svg';
  } catch (error) {
    throw error instanceof UnusableImage ? refused(error.message) : error;
  }
}

const refused = (message: string) => badRequest('Invalid or missing: logo.', { logo: [message] });
