import { describe, expect, it } from 'vitest';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import { sampleDocument } from '../../support/documents.ts';

const OURS = writeUbl(sampleDocument());

describe('supporting documents (BG-24)', () => {
  const withDocuments = (...inner: string[]): string =>
    OURS.replace(
      '<cac:AccountingSupplierParty>',
      `${inner.map((each, n) => `<cac:AdditionalDocumentReference><cbc:ID>D${n}</cbc:ID>${each}</cac:AdditionalDocumentReference>`).join('')}$&`,
    );
  const embedded = (base64: string, attributes: string): string =>
    `<cac:Attachment><cbc:EmbeddedDocumentBinaryObject ${attributes}>${base64}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>`;

  it('a file has its bytes, a bare name and a known type', () => {
    const xml = withDocuments(embedded('\n SGVs\n bG8= ', 'mimeCode="application/pdf" filename="deviz.pdf"'));
    expect(readUbl(xml).documents).toEqual([
      {
        id: 'D0',
        description: null,
        uri: null,
        attachment: { fileName: 'deviz.pdf', mimeCode: 'application/pdf', content: Buffer.from('Hello') },
      },
    ]);
  });

  it('an address is a text: nothing is fetched', () => {
    const uri = 'http://169.254.169.254/latest/';
    const external = `<cac:Attachment><cac:ExternalReference><cbc:URI>${uri}</cbc:URI></cac:ExternalReference></cac:Attachment>`;
    expect(readUbl(withDocuments(external)).documents[0]).toMatchObject({ uri, attachment: null });
  });

  it.each([
    ['../../etc/passwd', 'text/csv', 'passwd', 'text/csv'],
    ['C:\\x\\deviz.pdf', 'application/pdf', 'deviz.pdf', 'application/pdf'],
    ['..', 'application/pdf', 'document.pdf', 'application/pdf'],
    ['', 'image/png', 'document.png', 'image/png'],
    ['a&#13;&#10;b.csv', 'text/csv', 'ab.csv', 'text/csv'],
    ['gpj.&#x202E;exe', 'image/jpeg', 'gpj.exe', 'image/jpeg'],
    ['pagina.html', 'text/html', 'pagina.html', 'application/octet-stream'],
  ])('the file "%s" of type %s is %s of type %s', (name, mimeCode, fileName, kept) => {
    const xml = withDocuments(embedded('AAAA', `mimeCode="${mimeCode}" filename="${name}"`));
    expect(readUbl(xml).documents[0]!.attachment).toMatchObject({ fileName, mimeCode: kept });
  });

  it.each(['AAA', 'A===', '<b/>AAAA', 'AA-_', 'data:,x'])('rejects %s, which is not base64', base64 => {
    const xml = withDocuments(embedded(base64, 'mimeCode="text/csv" filename="a"'));
    if (base64.startsWith('<')) expect(readUbl(xml).documents).toHaveLength(1);
    else expect(() => readUbl(xml)).toThrow('not base64');
  });

  it('rejects more than a hundred', () => {
    expect(readUbl(withDocuments(...Array.from({ length: 100 }, () => ''))).documents).toHaveLength(100);
    expect(() => readUbl(withDocuments(...Array.from({ length: 101 }, () => '')))).toThrow('more than 100');
  });
});
