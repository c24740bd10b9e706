import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preparedRules } from '../../../infra/local/external/schematron.ts';
import { readRuleSets } from '#shared/authority/einvoice/official/artifacts.ts';
import { shortPath } from '#shared/authority/einvoice/official/validate.ts';
import { assertionsOf, runSchematron } from '#shared/authority/einvoice/official/schematron.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const CAC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const LOCATION = `/*:Invoice[namespace-uri()='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'][1]/*:InvoiceLine[namespace-uri()='${CAC}'][2]`;

describe('reports of the official rules', () => {
  it('contain rule, severity, text and place; rules that only fired or passed are left out (ISO/IEC 19757-3 SVRL)', () => {
    const report = `<svrl:schematron-output xmlns:svrl="http://purl.oclc.org/dsdl/svrl">
      <svrl:fired-rule context="x"/>
      <svrl:failed-assert test="t" id="BR-CO-04" flag="fatal" location="${LOCATION}"><svrl:text>[BR-CO-04]-Each
        line &amp; so on</svrl:text></svrl:failed-assert>
      <svrl:failed-assert id="UBL-CR-001" flag="warning" location="/a"><svrl:text>w</svrl:text></svrl:failed-assert>
    </svrl:schematron-output>`;
    expect(assertionsOf(report)).toEqual([
      { rule: 'BR-CO-04', severity: 'fatal', message: '[BR-CO-04]-Each line & so on', location: LOCATION },
      { rule: 'UBL-CR-001', severity: 'warning', message: 'w', location: '/a' },
    ]);
  });

  it('places are shortened to the paths that our own rules write', () => {
    expect(shortPath(LOCATION)).toBe('/Invoice/cac:InvoiceLine[2]');
  });
});

describe('Compiled rule sets', () => {
  it('are all rule sets in the folder, compressed or not', async () => {
    writeFileSync(join(folder, 'a.sef.json'), '{"a":1}');
    writeFileSync(join(folder, 'b.sef.json.gz'), gzipSync('{"b":2}'));
    writeFileSync(join(folder, 'LICENSE.txt'), 'text');
    const sets = await readRuleSets(folder);
    expect([...sets]).toEqual([
      ['a.sef.json', { a: 1 }],
      ['b.sef.json.gz', { b: 2 }],
    ]);
    expect(await preparedRules(folder, 'unused')).toBe(folder);
  });

  it('a missing or damaged set is an error and not an empty result', async () => {
    await expect(readRuleSets(folder)).rejects.toThrow('There is no compiled rule set');
    await expect(readRuleSets(join(folder, 'none'))).rejects.toThrow(`cannot be read: ${join(folder, 'none')}`);
    writeFileSync(join(folder, 'a.sef.json'), '{"a":');
    await expect(readRuleSets(folder)).rejects.toThrow('JSON');
  });

  it('the error names the setting that is missing', async () => {
    await expect(runSchematron('<a/>', undefined)).rejects.toThrow('The setting EINVOICE_ARTIFACTS is missing');
  });

  it('a folder without rules is reported when the system starts', async () => {
    await expect(preparedRules(folder, folder)).rejects.toThrow('holds no compiled rules');
    await expect(preparedRules(join(folder, 'none'), folder)).rejects.toThrow('not a folder that can be read');
    expect(await preparedRules('s3://bucket/rules', folder)).toBe('s3://bucket/rules');
  });
});
