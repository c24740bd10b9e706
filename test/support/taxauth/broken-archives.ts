import { zipSync } from 'fflate';
import { supplierInvoice } from './received.ts';

/** Archives that differ from the authority's, each with the expected state of its message. */

export interface BrokenArchive {
  make(document: { xml: string; number: string; buyer: string }): Uint8Array;
  /** Nothing is stored, and the message has the reason; the document is stored, and the message has a warning; or it is just stored. */
  outcome: 'failed' | 'warned' | 'stored';
  /** Whether the archive is stored because it can be opened, and so is never downloaded again. */
  isKept: boolean;
  /** The reason or warning on the message. */
  reason?: RegExp;
}

const text = (content: string): Uint8Array => Buffer.from(content);
const SIGNATURE = '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';

const archiveOf = (xml: string, others: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync({ '5000000001.xml': text(xml), 'semnatura_5000000001.xml': text(SIGNATURE), ...others });

/** Tax ids that no company of the tests has. */
export const OTHERS = { seller: '40123452', buyer: '12345674' };

export const BROKEN: Record<string, BrokenArchive> = {
  'a page of a gateway': {
    make: () => text('<html><body>502 Bad Gateway</body></html>'),
    ...{ outcome: 'failed', isKept: false, reason: /something that is not an archive/ },
  },
  'no ZIP': {
    make: () => text('PK\u0003\u0004 and then nothing that a ZIP has'),
    ...{ outcome: 'failed', isKept: false, reason: /it is truncated or is no ZIP/ },
  },
  'a ZIP that was cut': {
    make: ({ xml }) => archiveOf(xml).slice(0, 400),
    ...{ outcome: 'failed', isKept: false, reason: /it is truncated or is no ZIP/ },
  },
  'a ZIP without a document': {
    make: () => zipSync({ 'citeste.txt': text('nimic') }),
    ...{ outcome: 'failed', isKept: false, reason: /it holds no document/ },
  },
  'two documents': {
    make: ({ xml }) => archiveOf(xml, { '5000000002.xml': text(xml) }),
    ...{ outcome: 'failed', isKept: false, reason: /it holds more than one document/ },
  },
  'a file that is no XML': {
    make: () => archiveOf('no XML at all'),
    ...{ outcome: 'failed', isKept: false, reason: /5000000001\.xml/ },
  },
  'an archive that unpacks to 30 MB': {
    make: () => archiveOf('x'.repeat(30_000_000)),
    ...{ outcome: 'failed', isKept: false, reason: /it unpacks to more than/ },
  },
  'malformed XML': {
    make: ({ xml }) => archiveOf(xml.slice(0, xml.length / 2)),
    ...{ outcome: 'failed', isKept: true, reason: /./ },
  },
  'a document of another kind': {
    make: () => archiveOf('<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>'),
    ...{ outcome: 'failed', isKept: true, reason: /no invoice and no credit note/ },
  },
  'amounts that are no numbers': {
    make: ({ number, buyer }) => archiveOf(supplierInvoice({ number, buyer, net: 'x', vat: 'y' })),
    ...{ outcome: 'failed', isKept: true, reason: /not a decimal number/ },
  },
  'no signature': {
    make: ({ xml }) => zipSync({ '5000000001.xml': text(xml) }),
    ...{ outcome: 'stored', isKept: true },
  },
  'parties that are others': {
    make: ({ number }) => archiveOf(supplierInvoice({ ...OTHERS, number })),
    ...{ outcome: 'warned', isKept: true, reason: /Neither the seller nor the buyer/ },
  },
};
