import { css } from '#shared/base/kernel/html.ts';

/** The rules for forms, buttons and what answers to them. */
export const FORM_STYLE = css`
  label {
    display: block;
    margin-bottom: 0.35rem;
    font-weight: 600;
    font-size: 0.9375rem;
  }
  .field {
    margin: 0 0 1.1rem;
  }
  input {
    width: 100%;
    min-height: 2.75rem;
    padding: 0.55rem 0.75rem;
    border: 1px solid var(--field);
    border-radius: 0.5rem;
    background: var(--card);
    color: var(--ink);
    font: inherit;
  }
  input[type='checkbox'] {
    width: 1.25rem;
    min-height: 1.25rem;
    height: 1.25rem;
    margin: 0;
    accent-color: var(--brand-text);
  }
  input[readonly] {
    background: var(--ground);
  }
  input[aria-invalid='true'] {
    border-color: var(--bad);
    box-shadow: 0 0 0 1px var(--bad);
  }
  .check {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    margin: 0 0 1.1rem;
    min-height: 1.75rem;
    font-weight: 400;
  }
  .problem {
    margin: 0.4rem 0 0;
    color: var(--bad);
    font-size: 0.9375rem;
  }
  .problem:empty {
    display: none;
  }
  ul.rules {
    margin: 0 0 1.1rem;
    padding-left: 1.2rem;
    color: var(--soft);
    font-size: 0.9375rem;
  }
  button,
  .button {
    display: inline-block;
    min-height: 2.75rem;
    padding: 0.6rem 1.25rem;
    border: 1px solid var(--brand);
    border-radius: 0.5rem;
    background: var(--brand);
    color: #ffffff;
    font: inherit;
    font-weight: 600;
    line-height: 1.4;
    text-align: center;
    text-decoration: none;
    cursor: pointer;
  }
  button:hover,
  .button:hover {
    filter: brightness(0.92);
  }
  button[aria-busy='true'] {
    opacity: 0.65;
    cursor: progress;
  }
  .quiet {
    background: transparent;
    border-color: var(--field);
    color: var(--ink);
  }
  .small-button {
    min-height: 2rem;
    padding: 0.2rem 0.7rem;
    font-size: 0.875rem;
    font-weight: 500;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
    margin: 1.25rem 0 0;
  }
  form .wide-button {
    width: 100%;
  }
  :focus-visible {
    outline: 3px solid var(--brand-text);
    outline-offset: 2px;
  }
  .outcome:empty {
    display: none;
  }
  .outcome,
  .note {
    margin: 0 0 1.25rem;
    padding: 0.8rem 1rem;
    border-radius: 0.5rem;
    background: var(--warn-ground);
    color: var(--warn);
  }
  .outcome:focus {
    outline: none;
  }
  .outcome p,
  .note p {
    margin: 0.35rem 0 0;
  }
  .outcome > :first-child,
  .note > :first-child {
    margin-top: 0;
  }
  .outcome[data-kind='done'],
  .note.good {
    background: var(--good-ground);
    color: var(--good);
  }
  .outcome[data-kind='failed'],
  .note.bad {
    background: var(--bad-ground);
    color: var(--bad);
  }
  .outcome a,
  .note a {
    color: inherit;
  }
  .outcome:last-child {
    margin-bottom: 0;
  }
  [hidden] {
    display: none !important;
  }
  summary {
    min-height: 2rem;
    cursor: pointer;
    font-weight: 600;
    color: var(--brand-text);
  }
  details[open] > summary {
    margin-bottom: 1rem;
  }
`;
