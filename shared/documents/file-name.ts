import { create } from 'content-disposition';

/** `Content-Disposition` for a download (RFC 6266): names with any character are carried safely. */
export const attachment = (name: string): string => create(name, { type: 'attachment' });

/** `Content-Disposition` for a file shown in place. */
export const inline = (name: string): string => create(name, { type: 'inline' });
