import { describe, expect, it } from 'vitest';
import { isSameDocument } from '#shared/documents/invoices/submission/same-document.ts';
import { isCorrected } from '#shared/documents/invoices/submission/submission.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n<a xmlns="urn:x" b="1" c="2"><d>121.00</d></a>\n';

describe('whether an archived document is the one that was sent', () => {
  it.each([
    ['the same bytes', XML],
    ['without the white space at its end', XML.trim()],
    ['written again: no declaration, other quotes and order of attributes', `<a c='2' b='1' xmlns='urn:x'><d>121.00</d></a>`],
    [
      'with a prefix, a comment and other indentation',
      '<x:a xmlns:x="urn:x" b="1" c="2">\n  <!-- c -->\n  <x:d>121.00</x:d>\n</x:a>',
    ],
  ])('yes: %s', async (_, other) => {
    expect(await isSameDocument(Buffer.from(XML), Buffer.from(other))).toBe(true);
  });

  it.each([
    ['another amount', XML.replace('121.00', '94110.17')],
    ['another element', XML.replace('</d>', '</d><e/>')],
    ['another attribute', XML.replace('c="2"', 'c="3"')],
    ['another namespace', XML.replace('urn:x', 'urn:y')],
    ['no XML', 'nothing'],
    ['nothing', ''],
  ])('no: %s', async (_, other) => {
    expect(await isSameDocument(Buffer.from(XML), Buffer.from(other))).toBe(false);
  });
});

describe('whether a document may have changed since it was sent', () => {
  it.each([
    [false, ['taxauth_submitted sent_to_provider', 'issued issued', 'created draft']],
    [false, ['status_change error', 'taxauth_submitted sent_to_provider', 'updated null', 'created draft']],
    [true, ['updated null', 'taxauth_submitted sent_to_provider', 'created draft']],
    [true, ['issued issued', 'status_change draft', 'status_change cancelled', 'taxauth_submitted sent_to_provider']],
  ])('%s: %j', (expected, entries) => {
    const events = entries.map(entry => {
      const [type, status] = entry.split(' ');
      return { type, status: status === 'null' ? null : status } as Parameters<typeof isCorrected>[0][number];
    });
    expect(isCorrected(events)).toBe(expected);
  });
});
