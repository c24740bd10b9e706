import type { PrintedField } from '#shared/output/pdf/document.ts';
import { field } from './wording.ts';

/** A field with an e-mail address as a link; a text that is not an address is printed without link. */
export function mailField(label: string, address: string | null | undefined): PrintedField | null {
  const printed = field(label, address);
  if (!printed || !/^[^\s@<>?&#%]{1,64}@[^\s@<>?&#%/]{1,255}$/.test(printed.text)) return printed;
  return { ...printed, link: `mailto:${printed.text}` };
}

/** A field with a web address as a link; a text that is not one, or whose link could mislead, is printed without link. */
export function webField(label: string, site: string | null | undefined): PrintedField | null {
  const printed = field(label, site);
  if (!printed) return null;
  const written = printed.text.trim();
  const url = URL.parse(/^https?:\/\//i.test(written) ? written : `https://${written}`);
  // In `https://bank.ro@evil.com` a reader takes the user name for the host.
  const isSite = url !== null && !/\s/.test(written) && url.hostname.includes('.') && url.username === '' && url.password === '';
  return isSite ? { ...printed, link: url.href } : printed;
}
