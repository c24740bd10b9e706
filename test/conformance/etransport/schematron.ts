import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { XmlDocument, type XmlElement, type XmlNode, XsdValidator } from 'libxml2-wasm';
import { compiledStylesheet } from '../../../infra/local/external/stylesheets.ts';
import { ARTIFACTS } from '../../support/einvoice/oracle.ts';

/**
 * The official validator of transport declarations: the authority's XML schema, and its Schematron as XSLT. The authority publishes the
 * Schematron alone; this makes the stylesheet that ISO Schematron describes: in each pattern the first rule whose context takes a node
 * validates it, attributes included.
 */
const XSD = resolve(ARTIFACTS, 'etransport/schema_ETR_v2_20230126.xsd');
const SCHEMATRON = resolve(ARTIFACTS, 'etransport/eTransport-validation_v.2.0.2_12082024.sch');
const CACHE = resolve('node_modules/.cache/einvoice');

export const transportOracle = existsSync(XSD) && existsSync(SCHEMATRON);
export const SKIPPED = transportOracle ? '' : ` (skipped: no e-Transport artefacts in ${ARTIFACTS}; set EINVOICE_ARTIFACTS)`;

export interface TransportValidator {
  /** Every rule id of the Schematron. */
  ruleIds: string[];
  /** Whether the document is valid by the XML schema. */
  fitsSchema(xml: string): boolean;
  /** Ids of the violated rules, each once, sorted; `engine` alone where the processor gave up. */
  brokenRules(xml: string): string[];
}

const SCH = { sch: 'http://purl.oclc.org/dsdl/schematron' };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\n', ' ');

const found = (node: XmlNode, path: string): XmlElement[] => (node as XmlElement).find(path, SCH) as XmlElement[];
const attribute = (node: XmlElement, name: string): string => node.attr(name)?.value ?? '';

/** The ids of two rules of the official file are in their texts by mistake. */
const idOf = (assertion: XmlElement): string =>
  attribute(assertion, 'id') || (/\[([A-Z0-9-]+)\]/.exec(assertion.content)?.[1] ?? '');

const variables = (node: XmlElement): string =>
  found(node, 'sch:let')
    .map(each => `<xsl:variable name="${attribute(each, 'name')}" select="${escaped(attribute(each, 'value'))}"/>`)
    .join('');

function template(rule: XmlElement, mode: string, priority: number): string {
  const checks = found(rule, 'sch:assert | sch:report').map(each => {
    const test = escaped(attribute(each, 'test'));
    return `<xsl:if test="${each.name === 'assert' ? `not(${test})` : test}"><broken id="${idOf(each)}"/></xsl:if>`;
  });
  const onward = `<xsl:apply-templates select="@*|*" mode="${mode}"/>`;
  const match = escaped(attribute(rule, 'context'));
  return `<xsl:template match="${match}" mode="${mode}" priority="${priority}">${variables(rule)}${checks.join('')}${onward}</xsl:template>`;
}

function stylesheetOf(schematron: XmlDocument): string {
  const patterns = found(schematron.root, 'sch:pattern').map((pattern, place) => {
    const mode = `P${place}`;
    const rules = found(pattern, 'sch:rule').map((rule, order) => template(rule, mode, 1000 - order));
    const others = `<xsl:template match="@*|node()" mode="${mode}" priority="-1"><xsl:apply-templates select="@*|*" mode="${mode}"/></xsl:template>`;
    return { start: `<xsl:apply-templates select="*" mode="${mode}"/>`, text: variables(pattern) + rules.join('') + others };
  });
  return (
    '<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"' +
    ' xmlns:xx="mfp:anaf:dgti:eTransport:declaratie:v2" exclude-result-prefixes="xs xx">' +
    `<xsl:template match="/"><report>${patterns.map(({ start }) => start).join('')}</report></xsl:template>` +
    `${patterns.map(({ text }) => text).join('')}</xsl:stylesheet>`
  );
}

interface Saxon {
  transform(
    options: { stylesheetInternal: unknown; sourceText: string; destination: 'serialized' },
    execution: 'sync',
  ): { principalResult: string };
}

export async function transportValidator(): Promise<TransportValidator> {
  const source = XmlDocument.fromBuffer(readFileSync(SCHEMATRON));
  const text = stylesheetOf(source);
  const ruleIds = found(source.root, '//sch:assert | //sch:report').map(idOf);
  source.dispose();
  mkdirSync(CACHE, { recursive: true });
  const path = resolve(CACHE, `etransport-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.xslt`);
  if (!existsSync(path)) writeFileSync(path, text);
  const stylesheetInternal = await compiledStylesheet(path);
  const saxon = createRequire(import.meta.url)('saxon-js') as Saxon;
  const schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(XSD)));
  return {
    ruleIds,
    fitsSchema(xml) {
      const document = XmlDocument.fromString(xml);
      try {
        schema.validate(document);
        return true;
      } catch {
        return false;
      } finally {
        document.dispose();
      }
    },
    brokenRules(xml) {
      try {
        const report = saxon.transform(
          { stylesheetInternal, sourceText: xml, destination: 'serialized' },
          'sync',
        ).principalResult;
        return [...new Set([...report.matchAll(/<broken id="([^"]*)"/g)].map(([, id = '']) => id))].sort();
      } catch {
        return ['engine'];
      }
    },
  };
}
