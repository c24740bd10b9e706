import { describe, expect, it, test } from 'vitest';
import { compareDocuments } from '../../../../../infra/openapi/compatibility/compare.ts';
import { contractOf, versionOf } from '../../../../../infra/openapi/compatibility/contract.ts';
import { report, tooLow, unannounced, withApiSection } from '../../../../../infra/openapi/compatibility/release.ts';
import { releasedDocument } from '../../../../../infra/openapi/compatibility/released.ts';
import { wholeDocument } from '../walk.ts';

const BREAKS = { place: 'POST /a, query parameter `q`', what: 'removed', breaking: true };
const ADDS = { place: 'Thing.more', what: 'added to responses', breaking: false };

const current = await wholeDocument();
const released = releasedDocument();

describe('the released API', () => {
  it('is compatible with the current one, unless the major version says otherwise (npm run api:diff)', () => {
    const changes = compareDocuments(released, current);
    expect(unannounced(changes, versionOf(released), versionOf(current))).toEqual([]);
  });

  it('covers the whole API, so that the comparison sees its changes', () => {
    const { paths, webhooks, components } = contractOf(released) as Record<string, object>;
    expect(Object.keys(paths ?? {}).length).toBeGreaterThan(150);
    expect(Object.keys(webhooks ?? {}).length).toBeGreaterThan(20);
    const smaller = structuredClone(current);
    delete smaller.paths['/api/v1/invoices/{uuid}/issue'];
    delete (smaller.components.schemas['InvoiceInput']?.['properties'] as Record<string, object>)['lines'];
    expect(compareDocuments(released, smaller)).toEqual(
      expect.arrayContaining([
        { place: 'POST /api/v1/invoices/{uuid}/issue', what: 'removed', breaking: true },
        { place: 'InvoiceInput.lines', what: 'removed from requests', breaking: true },
      ]),
    );
    expect(components).toHaveProperty('schemas.InvoiceInput');
  });

  it('has no texts and examples', () => {
    const { 'x-about': about, ...document } = released;
    expect(about).toContain('npm run api:release');
    expect(contractOf(released)).toEqual(document);
  });
});

describe('the version', () => {
  test.each([
    { changes: [], from: '1.0.0', to: '1.0.0', needs: undefined },
    { changes: [ADDS], from: '1.0.0', to: '1.0.0', needs: '1.1.0' },
    { changes: [ADDS], from: '1.0.9', to: '1.0.10', needs: '1.1.0' },
    { changes: [ADDS], from: '1.9.0', to: '1.10.0', needs: undefined },
    { changes: [ADDS, BREAKS], from: '1.9.0', to: '1.10.0', needs: '2.0.0' },
    { changes: [ADDS, BREAKS], from: '1.9.0', to: '2.0.0', needs: undefined },
  ])('from $from to $to needs $needs', ({ changes, from, to, needs }) => {
    const reason = tooLow(changes, from, to);
    expect(reason?.match(/raise the version to (\d+\.\d+\.\d+)\.$/)?.[1]).toBe(needs);
    expect(unannounced(changes, from, to)).toEqual(to.startsWith('2') ? [] : changes.filter(({ breaking }) => breaking));
  });

  it('must be valid', () => {
    expect(() => unannounced([], '1.0.0', 'next')).toThrow('next');
  });
});

describe('the changelog', () => {
  const BEFORE = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something.\n';
  const AFTER = '\n## [1.0.0]\n\n- Old.\n';
  const PART = `### API 2.0.0\n\n${report([BREAKS, ADDS]).trimEnd()}\n`;

  it('names breaking changes first', () => {
    expect(report([ADDS, BREAKS])).toBe(
      'Breaking:\n\n- `POST /a`, query parameter `q`: removed\n\nNot breaking:\n\n- `Thing.more`: added to responses\n',
    );
  });

  it('gets a part about the API in its unreleased section', () => {
    expect(withApiSection(BEFORE + AFTER, '2.0.0', [BREAKS, ADDS])).toBe(`${BEFORE}\n${PART}${AFTER}`);
    expect(withApiSection(BEFORE, '2.0.0', [BREAKS, ADDS])).toBe(`${BEFORE}\n${PART}`);
  });

  it('has one part for each version', () => {
    const first = withApiSection(BEFORE + AFTER, '2.0.0', [ADDS]);
    expect(withApiSection(first, '2.0.0', [BREAKS, ADDS])).toBe(`${BEFORE}\n${PART}${AFTER}`);
  });
});
