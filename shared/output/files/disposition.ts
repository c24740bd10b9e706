import { create } from 'content-disposition';
import { fileName } from './file-name.ts';

/** Adds the quotes that the library omits where RFC 6266 allows it: the contract always has them. A name may contain `filename=` itself. */
const quoted = (header: string): string => header.replace(/^([a-z]+; filename=)([^";]+)/, '$1"$2"');

/** The header `Content-Disposition` for a download (RFC 6266); `name` may have any characters, those of paths are replaced. */
export const attachment = (name: string): string => quoted(create(fileName(name), { type: 'attachment' }));

/** The header `Content-Disposition` for a file that the browser displays. */
export const inline = (name: string): string => quoted(create(fileName(name), { type: 'inline' }));
