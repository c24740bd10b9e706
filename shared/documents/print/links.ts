import type { PrintedField } from '../../pdf/document.ts';
import { field } from './wording.ts';

/** An address of mail as a link; a text that is none is printed without. */
export function mailField(label: string, address: string | null | undefined): PrintedField | null {
  const printed = field(label, address);
  if (!printed || !/^[^\s@<>?&#%]{1,64}@[^\s@<>?&#%/]{1,255}$/.test(printed.text)) return printed;
  return { ...printed, link: `mailto:${printed.text}` };
}

/** The address of a site as a link that leads where its text says; a text that is none is printed without. */
export function webField(label: string, site: string | null | undefined): PrintedField | null {
  const printed = field(label, site);
  if (!printed) return null;
  const written = printed.text.trim();
  const url = URL.parse(/^https?:\/\//i.test(written) ? written : `https://${written}`);
  // A name and password before the host would have the reader take them for the host.
  const isSite = url !== null && !/\s/.test(written) && url.hostname.includes('.') && url.username === '' && url.password === '';
  return isSite ? { ...printed, link: url.href } : printed;
}
