import { beforeAll, describe, expect, it } from 'vitest';
import {
  brokenRules,
  DECLARATION_RULES,
  DOCUMENT_RULES,
  HELD_BY_THE_WRITER,
  LINE_RULES,
  MESSAGE_RULES,
} from '#shared/authority/etransport/rules/sets.ts';
import { validateMessage } from '#shared/authority/etransport/validate.ts';
import { messageTree } from '#shared/authority/etransport/xml/message-tree.ts';
import { schemaViolations } from '#shared/authority/etransport/xml/schema-violations.ts';
import { writeMessage } from '#shared/authority/etransport/xml/write.ts';
import { ALL, seedOf, sized } from '../../support/effort.ts';
import { Random } from '../random.ts';
import { randomMessages } from './generate.ts';
import { SKIPPED, transportValidator, type TransportValidator, transportOracle } from './schematron.ts';

/** Our rules on transport declarations against the authority's schema and Schematron 2.0.2, on generated messages. */

/** The Schematron has another rule for the same attribute before these, in the same pattern. */
const NEVER_REACHED = ['BR-003', 'BR-209'];

const MESSAGES = sized(100, 1_000, 5_000);

describe.skipIf(!transportOracle)(`transport declarations against the official rules${SKIPPED}`, () => {
  let validator: TransportValidator;
  beforeAll(async () => {
    validator = await transportValidator();
  });

  it('the table has every rule of the Schematron, except those that the writer cannot violate', () => {
    const ours = [...DECLARATION_RULES, ...LINE_RULES, ...DOCUMENT_RULES, ...MESSAGE_RULES].map(({ id }) => id);
    expect([...new Set([...ours, ...HELD_BY_THE_WRITER])].sort()).toEqual([...new Set(validator.ruleIds)].sort());
  });

  it('has the same findings in every message', { timeout: 600_000 }, () => {
    const total = { messages: 0, agreeing: 0, findings: 0, found: 0, refused: 0 };
    const broken = new Set<string>();
    const disagreements: string[] = [];
    for (const { message, isValid } of randomMessages(MESSAGES, new Random(seedOf(20_260)))) {
      const xml = writeMessage(message);
      const official = validator.brokenRules(xml).filter(id => !HELD_BY_THE_WRITER.includes(id));
      const ours = [...new Set(brokenRules(message, 'official').map(({ rule }) => rule.id))].sort();
      const schema = validator.fitsSchema(xml);
      const violations = schemaViolations(messageTree(message));
      const { valid, errors } = validateMessage(message);
      total.messages += 1;
      total.findings += official.length;
      total.found += official.filter(id => ours.includes(id)).length;
      total.refused += valid ? 0 : 1;
      for (const id of official) broken.add(id);
      const differences = [
        ...official.filter(id => !ours.includes(id)).map(id => `-${id}`),
        ...ours.filter(id => !official.includes(id)).map(id => `+${id}`),
        ...(schema === (violations.length === 0) ? [] : [`${schema ? '+' : '-'}XSD ${violations[0]?.message ?? ''}`]),
        // The authority accepts everything that this service accepts; and this service accepts every declaration that is generated to be
        // valid.
        ...(valid && (!schema || official.length > 0) ? ['taken, but refused by the authority'] : []),
        ...(isValid && !valid ? [`refused: ${errors[0]?.rule} ${errors[0]?.message}`] : []),
      ];
      if (differences.length === 0) total.agreeing += 1;
      else disagreements.push(`${differences.join(', ')}\n${xml}`);
    }
    const { messages, agreeing, findings, found, refused } = total;
    process.stdout.write(
      `e-Transport: ${agreeing} of ${messages} documents, ${found} of ${findings} findings (${broken.size} rules broken, ${refused} refused)\n`,
    );
    expect(disagreements.slice(0, 3)).toEqual([]);
    // 5,000 messages violate every rule that the Schematron reaches.
    const never = validator.ruleIds.filter(id => !broken.has(id) && !HELD_BY_THE_WRITER.includes(id));
    if (ALL) expect([...new Set(never)].sort()).toEqual(NEVER_REACHED);
    else expect(broken.size).toBeGreaterThan(25);
  });
});
