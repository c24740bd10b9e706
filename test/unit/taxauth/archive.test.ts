import { describe, expect, it } from 'vitest';
import { zipSync } from 'fflate';
import { readAnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import { TaxauthAnswerLost } from '#shared/authority/taxauth/client/errors.ts';
import { ubl } from './support.ts';

const SIGNATURE = '<?xml version="1.0"?><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>';
const errorList = (children: string): string =>
  `<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Index_incarcare="5025079551" Cif_emitent="35913862">${children}</header>`;

const zip = (members: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(members).map(([name, content]) => [name, typeof content === 'string' ? Buffer.from(content) : content]),
    ),
  );

/** Rewrites the unpacked size that the archive's directory declares for its last member. */
function declareSize(archive: Uint8Array, size: number): Uint8Array {
  const changed = Uint8Array.from(archive);
  const at = Buffer.from(changed.buffer).lastIndexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  new DataView(changed.buffer).setUint32(at + 24, size, true);
  return changed;
}

describe('readAnswerArchive', () => {
  it('an accepted document has its signature, its exact bytes and the upload index', () => {
    const document = ubl();
    const read = readAnswerArchive(zip({ '5001.xml': document, 'semnatura_5001.xml': SIGNATURE }));
    expect(read).toEqual({
      document,
      documentRoot: 'Invoice',
      errors: [],
      duplicateOf: null,
      signature: SIGNATURE,
      signedBytes: new Uint8Array(Buffer.from(document)),
      uploadIndex: '5001',
    });
  });

  it('members are identified by their roots: odd names and other files in between change nothing', () => {
    const read = readAnswerArchive(
      zip({ 'seal.xml': SIGNATURE, 'factura.pdf': '%PDF-1.4', 'x/77.XML': ubl({ root: 'CreditNote' }) }),
    );
    expect(read).toMatchObject({ documentRoot: 'CreditNote', signature: SIGNATURE, uploadIndex: '77' });
  });

  it('an enveloped signature has the document as its own root and is identified by its name', () => {
    const read = readAnswerArchive(
      zip({ 'semnatura_5001.xml': ubl({ number: 'SIGNED-1' }), '5001.xml': ubl({ number: 'PLAIN-1' }) }),
    );
    expect(read.document).toContain('PLAIN-1');
    expect(read.signature).toContain('SIGNED-1');
  });

  it('a byte order mark stays in the text, so that it encodes to the signed bytes', () => {
    const document = `\ufeff${ubl()}`;
    const read = readAnswerArchive(zip({ '1.xml': document }));
    expect(Buffer.from(read.document ?? '').equals(read.signedBytes)).toBe(true);
  });

  it('the error list has its texts, its index, and the earlier index of a duplicate', () => {
    const duplicate = 'Factura a mai fost transmisa anterior cu index=0123456789 si data incarcare=2026-01-20';
    const xml = errorList(
      `<Error errorMessage="[BR-RO-065]-Identificatorul&#xA;&#x9;#The Seller"/><Error errorMessage="${duplicate}" />`,
    );
    const read = readAnswerArchive(zip({ '1.xml': xml, 'semnatura_1.xml': SIGNATURE }));
    expect(read).toMatchObject({
      errors: ['[BR-RO-065]-Identificatorul #The Seller', duplicate],
      duplicateOf: '0123456789',
      uploadIndex: '5025079551',
    });
    expect(read).not.toHaveProperty('document');
  });

  it('an error list without a text is still a rejection', () => {
    expect(readAnswerArchive(zip({ '1.xml': errorList('') })).errors).toHaveLength(1);
  });

  it('a missing signature is absent, not an error: the verification decides', () => {
    expect(readAnswerArchive(zip({ '1.xml': ubl() }))).not.toHaveProperty('signature');
  });

  const tenMegabytes = new Uint8Array(10_000_000);
  it.each<[string, Uint8Array]>([
    ['no archive', Buffer.from('PK, but no archive')],
    ['an empty body', new Uint8Array()],
    ['a cut archive', zip({ '1.xml': ubl() }).subarray(0, 300)],
    ['an archive with a signature only', zip({ 'semnatura_1.xml': SIGNATURE })],
    ['an archive without XML', zip({ 'a.txt': 'x' })],
    ['two documents', zip({ '1.xml': ubl(), '2.xml': ubl() })],
    ['too many members', zip(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.txt`, 'x'])))],
    ['a decompression bomb', zip({ '1.xml': tenMegabytes, '2.xml': tenMegabytes, '3.xml': tenMegabytes })],
    ['a member that declares 4 GB', declareSize(zip({ '1.xml': ubl() }), 0xffff_fff0)],
    ['a member that is no XML', zip({ '1.xml': 'hello' })],
    ['a document with a document type', zip({ '1.xml': `<!DOCTYPE Invoice [<!ENTITY a "b">]>${ubl()}` })],
    ['an error list with an entity', zip({ '1.xml': errorList('<Error errorMessage="&xxe;"/>') })],
  ])('%s is no usable response', (_case, bytes) => {
    expect(() => readAnswerArchive(bytes)).toThrow(TaxauthAnswerLost);
  });

  it('a bomb that declares a small size is never unpacked beyond it', () => {
    const document = `${ubl()}${' '.repeat(5_000_000)}`;
    const read = readAnswerArchive(declareSize(zip({ '1.xml': document }), 2000));
    expect(read.signedBytes).toHaveLength(2000);
  });
});
