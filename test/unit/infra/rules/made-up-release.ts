import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeXml, type XmlTree } from '../../../../infra/local/xml.ts';

/** A release of a few rules, in the form that compilers of Schematron give it. */
export interface MadeUpRule {
  id: string;
  flag: 'fatal' | 'warning';
  context: string;
  test: string;
  text: string;
}

const templates = ({ id, flag, context, test, text }: MadeUpRule, place: number): XmlTree[] => {
  const attribute = (name: string, value: string): XmlTree => ({ '@': { name }, '#': value });
  const failed = { '@': { test }, 'xsl:attribute': [attribute('id', id), attribute('flag', flag)], 'svrl:text': text };
  const choose = { 'xsl:when': { '@': { test } }, 'xsl:otherwise': { 'svrl:failed-assert': failed } };
  const mode = `M${place}`;
  return [{ '@': { match: context, mode }, 'xsl:choose': choose }, { '@': { match: 'text()', mode } }];
};

const NAMESPACES = {
  'xmlns:xsl': 'http://www.w3.org/1999/XSL/Transform',
  'xmlns:svrl': 'http://purl.oclc.org/dsdl/svrl',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};

export function xsltOf(rules: readonly MadeUpRule[]): string {
  const applied = rules.map((_, place) => ({ '@': { select: '/', mode: `M${place}` } }));
  const start = { '@': { match: '/' }, 'svrl:schematron-output': { 'xsl:apply-templates': applied } };
  return writeXml({
    'xsl:stylesheet': {
      '@': { version: '2.0', ...NAMESPACES },
      'xsl:output': { '@': { method: 'xml' } },
      'xsl:template': [start, ...rules.flatMap(templates)],
    },
  });
}

/** Writes a release as the authority lays it out. Returns its folder. */
export function writeRelease(folder: string, rules: readonly MadeUpRule[], name = 'EN16931-CIUS_RO-UBL-validation.xslt'): string {
  mkdirSync(join(folder, 'xslt'), { recursive: true });
  writeFileSync(join(folder, 'xslt', name), xsltOf(rules));
  return folder;
}
