import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A release of a few rules, in the form that compilers of Schematron give it. */
export interface MadeUpRule {
  id: string;
  flag: 'fatal' | 'warning';
  context: string;
  test: string;
  text: string;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const template = ({ id, flag, context, test, text }: MadeUpRule, place: number): string => `
  <xsl:template match="${escaped(context)}" mode="M${place}">
    <xsl:choose>
      <xsl:when test="${escaped(test)}"/>
      <xsl:otherwise>
        <svrl:failed-assert test="${escaped(test)}">
          <xsl:attribute name="id">${id}</xsl:attribute>
          <xsl:attribute name="flag">${flag}</xsl:attribute>
          <svrl:text>${escaped(text)}</svrl:text>
        </svrl:failed-assert>
      </xsl:otherwise>
    </xsl:choose>
  </xsl:template>
  <xsl:template match="text()" mode="M${place}"/>`;

export const xsltOf = (rules: readonly MadeUpRule[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<xsl:stylesheet version="2.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:svrl="http://purl.oclc.org/dsdl/svrl"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <xsl:output method="xml"/>
  <xsl:template match="/">
    <svrl:schematron-output>${rules.map((_, place) => `<xsl:apply-templates select="/" mode="M${place}"/>`).join('')}</svrl:schematron-output>
  </xsl:template>${rules.map(template).join('')}
</xsl:stylesheet>
`;

/** Writes a release as the authority lays it out. Returns its folder. */
export function writeRelease(folder: string, rules: readonly MadeUpRule[], name = 'EN16931-CIUS_RO-UBL-validation.xslt'): string {
  mkdirSync(join(folder, 'xslt'), { recursive: true });
  writeFileSync(join(folder, 'xslt', name), xsltOf(rules));
  return folder;
}
