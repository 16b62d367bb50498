import { describe, expect, it } from 'vitest';
import { addressInstead, pathInstead, refusedMark } from './guard.ts';
import { pathOf, type ScreenName, screens } from './screens.ts';

const stepsOf = (...open: ScreenName[]) => ({
  allowed: { steps: open.map(pathOf), ...(open[0] && { defaultPath: pathOf(open[0]) }) },
  links: {},
});

describe('the address to which a page’s request is redirected', () => {
  it('is the application’s own screen where no other step is open', () => {
    expect(addressInstead('offers', stepsOf('declined'))).toBe(pathOf('declined'));
  });

  it('marks the address where the tab may have been at another open step', () => {
    const prequalified = stepsOf('offers', 'amount', 'terms');
    expect(addressInstead('success', prequalified)).toBe(pathOf('offers') + refusedMark);
    expect(pathInstead('success', { ...prequalified, previous: pathOf('terms') })).toBe(pathOf('terms'));
  });

  it('does not, where the other open step only waits', () => {
    expect(screens['docusign-loading'].waits).toBe(true);
    expect(addressInstead('offers', stepsOf('contact', 'docusign-loading'))).toBe(pathOf('contact'));
  });

  it.each<[previous: ScreenName, open: ScreenName[], to: ScreenName]>([
    ['offers', ['deposit'], 'deposit'],
    // Its wait would start again.
    ['docusign-loading', ['docusign-canceled', 'docusign-loading'], 'docusign-canceled'],
  ])('is not the tab’s last step, %s, where that is over or only waits', (previous, open, to) => {
    expect(pathInstead('success', { ...stepsOf(...open), previous: pathOf(previous) })).toBe(pathOf(to));
  });

  it('never is the address itself', () => {
    const over = { allowed: { steps: [], defaultPath: pathOf('offers') }, links: {} };
    expect(pathInstead('offers', { ...over, previous: pathOf('offers') })).toBe(pathOf('landing'));
  });

  it('is the form for a step whose links are missing, and for everyone without a session', () => {
    expect(addressInstead('offers', stepsOf('offers', 'amount'))).toBe(pathOf('landing'));
    expect(addressInstead('declined', stepsOf())).toBe(pathOf('landing'));
  });

  it('is the branch’s page where no bank can be linked', () => {
    const accepted = stepsOf('bank-link', 'bank-link-later');
    expect(addressInstead('bank-link', accepted)).toBe(pathOf('bank-link-later'));
    const linking = { ...accepted, links: { linkToken: '/api/a', exchange: '/api/b' } };
    expect(addressInstead('bank-link', linking)).toBeUndefined();
  });

  it('is none where the screen may be shown', () => {
    expect(addressInstead('declined', stepsOf('declined'))).toBeUndefined();
    expect(addressInstead('error', stepsOf('declined'))).toBeUndefined();
  });
});
