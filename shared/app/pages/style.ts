import { css, trusted, type SafeHtml } from '#shared/base/kernel/html.ts';
import { type Brand, DARK_CARD, shadesOf } from './brand.ts';
import { FORM_STYLE } from './form-style.ts';

/** Light and dark, without images or fonts to load. */
const SHEET = css`
  :root {
    color-scheme: light dark;
    --ground: #f3f4f6;
    --card: #ffffff;
    --ink: #1b2430;
    --soft: #55606e;
    --line: #d9dee5;
    --field: #8a94a3;
    --good: #12693f;
    --good-ground: #e6f4ec;
    --bad: #a3231f;
    --bad-ground: #fdecea;
    --warn: #7a4a05;
    --warn-ground: #fdf3dc;
    --brand-text: var(--brand);
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --ground: #101318;
      --card: ${trusted(DARK_CARD)};
      --ink: #e8ebf0;
      --soft: #a9b3c1;
      --line: #343b47;
      --field: #7d8898;
      --good: #7ddba6;
      --good-ground: #143424;
      --bad: #ffa49c;
      --bad-ground: #421b1a;
      --warn: #f2c572;
      --warn-ground: #3b2c10;
      --brand-text: var(--brand-dark);
    }
  }
  * {
    box-sizing: border-box;
  }
  body {
    margin: 0;
    min-height: 100vh;
    padding: clamp(1rem, 5vh, 4rem) 1rem 2rem;
    display: flex;
    flex-direction: column;
    align-items: center;
    background: var(--ground);
    color: var(--ink);
    font:
      1rem/1.55 system-ui,
      -apple-system,
      'Segoe UI',
      Roboto,
      'Helvetica Neue',
      Arial,
      sans-serif;
    overflow-wrap: anywhere;
  }
  .frame {
    width: 100%;
    max-width: 29rem;
  }
  .frame.wide {
    max-width: 42rem;
  }
  header {
    margin: 0 0 1.25rem;
    font-weight: 600;
    font-size: 1.0625rem;
    min-height: 1.5rem;
  }
  header img {
    display: block;
    max-width: min(14rem, 60vw);
    max-height: 4rem;
  }
  header .plate {
    display: inline-block;
    background: #ffffff;
    border-radius: 0.5rem;
  }
  @media (prefers-color-scheme: dark) {
    header .plate {
      padding: 0.5rem 0.75rem;
    }
  }
  main {
    background: var(--card);
    border: 1px solid var(--line);
    border-top: 4px solid var(--brand);
    border-radius: 0.75rem;
    padding: clamp(1.25rem, 5vw, 2.25rem);
    box-shadow: 0 1px 3px rgb(0 0 0 / 6%);
  }
  h1 {
    margin: 0 0 0.75rem;
    font-size: 1.5rem;
    line-height: 1.25;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  h2 {
    margin: 0 0 0.75rem;
    font-size: 1.0625rem;
    line-height: 1.35;
  }
  p {
    margin: 0 0 1rem;
  }
  section {
    margin-top: 1.75rem;
    padding-top: 1.5rem;
    border-top: 1px solid var(--line);
  }
  .soft {
    color: var(--soft);
  }
  .small {
    font-size: 0.875rem;
  }
  main > :last-child,
  section > :last-child,
  form > :last-child {
    margin-bottom: 0;
  }
  a {
    color: var(--brand-text);
    text-underline-offset: 0.15em;
  }
  dl {
    margin: 0;
  }
  dl > div {
    display: grid;
    grid-template-columns: 9rem 1fr;
    gap: 0 1rem;
    padding: 0.35rem 0;
  }
  .amounts dl > div {
    grid-template-columns: 1fr auto;
  }
  .amounts dd {
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  .payment {
    display: flex;
    flex-wrap: wrap;
    gap: 1.5rem;
  }
  .payment > div {
    flex: 1 1 18rem;
  }
  .payment:has(figure) dl > div {
    grid-template-columns: 1fr;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .copyable {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem 0.75rem;
    font-variant-numeric: tabular-nums;
  }
  figure {
    margin: 0;
    flex: 0 0 12rem;
    max-width: 12rem;
  }
  .code {
    background: #ffffff;
    border: 1px solid var(--line);
    border-radius: 0.5rem;
    overflow: hidden;
  }
  .code svg {
    display: block;
    width: 100%;
    height: auto;
  }
  figcaption {
    margin-top: 0.5rem;
    line-height: 1.4;
  }
  @media (max-width: 30rem) {
    dl > div {
      grid-template-columns: 1fr;
    }
  }
  dt {
    color: var(--soft);
    font-size: 0.9375rem;
  }
  dd {
    margin: 0;
  }
  footer {
    margin-top: 1.5rem;
    color: var(--soft);
    font-size: 0.875rem;
    text-align: center;
  }
  footer ul {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 0.25rem 1.1rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  footer a,
  footer [aria-current] {
    display: inline-block;
    min-height: 1.75rem;
    line-height: 1.75rem;
    color: inherit;
  }
  footer [aria-current] {
    font-weight: 600;
  }
  @media print {
    body {
      padding: 0;
      background: #ffffff;
    }
    main {
      border: 0;
      box-shadow: none;
    }
    footer,
    .actions {
      display: none;
    }
  }
`;

/** The style sheet of all hosted pages. */
export const STYLE = trusted(`${SHEET.markup}${FORM_STYLE.markup}`.replace(/\s+/g, ' '));

/** The custom properties with the colours of a brand. */
export function brandStyle(brand: Brand): SafeHtml {
  const { light, dark } = shadesOf(brand);
  return css`
    :root {
      --brand: ${trusted(light)};
      --brand-dark: ${trusted(dark)};
    }
  `;
}
