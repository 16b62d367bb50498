// The application's branch, or the lender's phone when there is none yet.
import { type Branch, getBranch } from '#contract/branches.ts';
import { useEnvironment, useJourney, useJourneyLoading } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { BranchCard, BranchPlace } from '../../ui/BranchCard.tsx';
import { Card } from '../../ui/Card.tsx';
import { telephone } from '../../ui/Header.tsx';
import { branchText as words } from '../../wording/branches.ts';
import { phoneText } from '../../wording/format.ts';
import { openingText, serviceHours } from '../../wording/hours.ts';
import { brand, helpPhone } from '../../wording/lender.ts';

export function BranchContact() {
  const href = useJourney()?.links.branch;
  const isAwaited = useJourneyLoading();
  const { data: branch, isError } = useServerQuery(getBranch, href);
  if (branch) return <BranchOf branch={branch} />;
  if (isAwaited || (href && !isError)) return <BranchPlace title={words.loading} />;
  return (
    <Card title={words.help}>
      <p>
        {words.callWords} <a href={telephone(helpPhone)}>{helpPhone}</a>
      </p>
      <p>{serviceHours(brand.hours)}</p>
    </Card>
  );
}

function BranchOf({ branch }: { readonly branch: Branch }) {
  const { now } = useEnvironment();
  const [open, close] = branch.openHours;
  return (
    <BranchCard
      title={branch.name}
      address={[branch.streetAddress, `${branch.city}, ${branch.state} ${branch.zipCode}`]}
      phone={phoneText(branch.phone)}
      callWords={words.callWords}
      hours={[
        { days: words.weekdays, hours: words.between(open, close) },
        { days: words.saturday, hours: words.byAppointment },
        { days: words.sunday, hours: words.closed },
      ]}
      {...(branch.nextOpening && { note: words.opens(openingText(branch.nextOpening, now())) })}
      manager={branch.manager}
      {...(branch.map && { map: { src: branch.map, alt: words.mapOf(branch.name) } })}
    />
  );
}
