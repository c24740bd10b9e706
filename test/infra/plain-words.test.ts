import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Idioms that this code base once had, and that a reader from outside has to decode. They are not used again, in comments, messages or pages. */
const IDIOMS: [RegExp, instead: string][] = [
  [/\bwhoever\b/i, 'name the person: the caller, the user, the client'],
  [/\b(is|are) told\b/i, 'say what the response is, or what is logged'],
  [/\bset(s|ting)? aside\b/i, 'park'],
  [/\bhand(s|ed|ing)? on\b/i, 'requeue, pass'],
  [/\b(stand|stands|stood|standing) beside\b/i, 'name the relation: next to, in addition to'],
  [/\b(one|two|three|a|each|first|next) waves?\b/i, 'parallel round trip'],
  [/\bcall(s|ed)? off\b/i, 'cancel'],
  [/\bwhat (became|becomes) of\b/i, 'status, result'],
  [/\bhow far (it|its|an?|the)\b/i, 'status, progress'],
  [/\bnobody learns\b/i, 'is not revealed'],
  [/\bcrowd(s|ed|ing)? in\b/i, 'contend for'],
  [/\bleft behind\b/i, 'abandoned, unfinished'],
  [/\bturnstile\b/i, 'ticket queue'],
  [/\bstands? between\b/i, 'prevents'],
  [/\bgoes on by itself\b/i, 'continues automatically'],
  [/\b(that|what) there (is|are) not\b/i, 'unknown, missing'],
  [/\bthat (is|are) none\b/i, 'invalid, no …'],
  [/\bthat nobody (has|knows|made)\b/i, 'unknown'],
  [/\bsomebody else's\b/i, "another user's, of others"],
  [/\btold (apart|so)\b/i, 'distinguish; say what the response is'],
  [/\banew\b/i, 'again'],
  [/\bfor good\b/i, 'permanently'],
  [/\b(goes?|went|gone) out\b/i, 'is sent'],
  [/\bhand(s|ed|ing)? over\b/i, 'queue, pass, send'],
  [/\b(puts?|putting) off\b/i, 'delay, postpone'],
];

const root = join(import.meta.dirname, '..', '..');

/** Generated from sources that are checked, or from packages; and this list itself. */
const EXCEPT = ['docs/licences.md', 'clients/typescript/src/schema.ts', 'test/infra/plain-words.test.ts'];

const files = globSync(
  ['{shared,functions,infra,clients,test}/**/*.ts', 'statemachines/*.json', '*.md', 'docs/**/*.md', 'clients/**/*.md'],
  {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  },
)
  .filter(file => !EXCEPT.includes(file))
  .sort();

const violations = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      IDIOMS.flatMap(([idiom, instead]) => (idiom.test(line) ? [`${file}:${index + 1}: ${idiom.source}: ${instead}`] : [])),
    );

describe('comments, messages, titles of tests and pages', () => {
  it('are all checked', () => {
    expect(files.length).toBeGreaterThan(1_000);
    for (const file of [
      'README.md',
      'docs/http.md',
      'docs/adr/README.md',
      'shared/base/kernel/errors.ts',
      'infra/openapi/tags.ts',
    ])
      expect(files).toContain(file);
    expect(violations('a.ts', '/** Whoever asks is told. */')).toHaveLength(2);
  });

  it('are in plain English, without idioms that only this project uses', () => {
    expect(files.flatMap(file => violations(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
  });
});
