import { documentReaders } from './readers-documents.ts';
import { einvoiceReaders } from './readers-einvoice.ts';
import { etransportReaders } from './readers-etransport.ts';
import { fieldReaders } from './readers-fields.ts';
import { printReaders } from './readers-print.ts';
import type { Reader } from './measure.ts';

/** Every function that processes untrusted text, with the inputs that should be slowest. */
export const readers = (): Reader[] => [
  ...fieldReaders,
  ...documentReaders,
  ...printReaders,
  ...einvoiceReaders,
  ...etransportReaders,
];
