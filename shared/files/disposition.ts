import { create } from 'content-disposition';

/** The library leaves the quotes off where RFC 6266 allows it; the contract shows them always. */
const quoted = (header: string): string => header.replace(/filename=([^";]+)/, 'filename="$1"');

/** `Content-Disposition` for a download (RFC 6266): names with any character are carried safely. */
export const attachment = (name: string): string => quoted(create(name, { type: 'attachment' }));

/** `Content-Disposition` for a file shown in place. */
export const inline = (name: string): string => quoted(create(name, { type: 'inline' }));
