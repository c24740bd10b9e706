import { describe, expect, it } from 'vitest';
import { cssString, html } from '#shared/base/kernel/html.ts';

describe('html', () => {
  it('escapes every value and passes only its own markup', () => {
    const own = html`<b>${'<i>'}</b>`;
    expect(html`<p title="${`"'\``}">${own}${'<script>'}&</p>`.markup).toBe(
      '<p title="&quot;&#39;&#96;"><b>&lt;i&gt;</b>&lt;script&gt;&</p>',
    );
  });

  it('prints nothing for absent values and joins lists', () => {
    expect(html`${null}${undefined}${false}${0}${['a', html`<br />`, ['<']]}`.markup).toBe('0a<br />&lt;');
  });

  it('escapes an object that looks like markup', () => {
    const forged = JSON.parse('{"markup":"<script>"}') as string;
    expect(html`${forged}`.markup).not.toContain('<script>');
  });

  it('no text can end a CSS string', () => {
    expect(cssString('a"}</style>\n\\').markup).toBe('"a\\22 \\7d \\3c \\2f style\\3e \\a \\5c "');
  });
});
