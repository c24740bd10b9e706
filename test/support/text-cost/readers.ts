import { documentReaders } from './readers-documents.ts';
import { einvoiceReaders } from './readers-einvoice.ts';
import { etransportReaders } from './readers-etransport.ts';
import { fieldReaders } from './readers-fields.ts';
import { printReaders } from './readers-print.ts';
import type { Reader } from './measure.ts';

/** Every function of the program that reads text from outside, with the inputs that should cost it most. */
export const readers = (): Reader[] => [
  ...fieldReaders,
  ...documentReaders,
  ...printReaders,
  ...einvoiceReaders,
  ...etransportReaders,
];
