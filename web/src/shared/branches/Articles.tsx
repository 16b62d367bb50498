// Two short reads about credit.

import { ArticleCard } from '../../ui/ArticleCard.tsx';
import { CardRow } from '../../ui/Card.tsx';
import { Stack } from '../../ui/Page.tsx';
import { articlesText } from '../../wording/branches.ts';
import { brand } from '../../wording/lender.ts';

export function Articles() {
  return (
    <Stack>
      <h2>{articlesText.title}</h2>
      <CardRow>
        {brand.articles.map(({ title, description, image, link }) => (
          <ArticleCard
            key={title}
            title={title}
            text={description}
            link={{ href: link, words: articlesText.read }}
            image={{ src: `/lender/${image}`, alt: '' }}
          />
        ))}
      </CardRow>
    </Stack>
  );
}
