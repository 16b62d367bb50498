// What the landing page shows around its form. It never changes, so the browser loads no script for it (`ui/StaticPart.tsx`).

import { Guarantees } from '../../ui/Card.tsx';
import { StaticPart } from '../../ui/StaticPart.tsx';
import { aboutLoansText as words } from '../../wording/about-loans.ts';
import { guaranteesText } from '../../wording/guarantees.ts';
import { brand, servedStates } from '../../wording/lender.ts';
import { AboutLoans } from './AboutLoans.tsx';
import styles from './Landing.module.css';
import { type LandingParts, landingPartIds } from './Landing.tsx';

function FirstView() {
  return (
    <StaticPart id={landingPartIds.FirstView}>
      <div className={styles.heading}>
        <h1 tabIndex={-1}>{words.heading}</h1>
        <p>{words.lead}</p>
      </div>
    </StaticPart>
  );
}

function Beside() {
  return (
    <StaticPart id={landingPartIds.Beside}>
      <Guarantees
        title={guaranteesText.title}
        items={guaranteesText.items(brand.branchCount, servedStates.length)}
      />
    </StaticPart>
  );
}

export const landingParts: LandingParts = { FirstView, Beside, After: AboutLoans };
