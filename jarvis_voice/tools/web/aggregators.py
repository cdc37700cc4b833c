"""Tells pages that rank, list or describe other sites from the sites themselves.

Invariant: this is a table of hosts, not a judgement of content; an unknown host is no aggregator.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from jarvis_voice.core.types import Link

HOSTS = frozenset(
    """
    wikipedia.org wikidata.org wikimedia.org wiktionary.org britannica.com fandom.com
    encyclopedia.com dbpedia.org everipedia.org infoplease.com howstuffworks.com
    usnews.com topuniversities.com timeshighereducation.com shanghairanking.com niche.com
    cwur.org 4icu.org unirank.org webometrics.info edurank.org collegedunia.com shiksha.com
    mastersportal.com bachelorsportal.com phdportal.com studyportals.com findamasters.com
    collegeboard.org princetonreview.com collegevine.com prepscholar.com appily.com
    forbes.com fortune.com businessinsider.com investopedia.com statista.com ranker.com
    thetoptens.com listverse.com buzzfeed.com cnet.com pcmag.com techradar.com tomsguide.com
    wirecutter.com rtings.com g2.com capterra.com trustradius.com getapp.com softwareadvice.com
    producthunt.com alternativeto.net slant.co crunchbase.com pitchbook.com glassdoor.com
    indeed.com zoominfo.com owler.com dnb.com bloomberg.com trustpilot.com bbb.org
    yelp.com tripadvisor.com foursquare.com yellowpages.com opentable.com booking.com
    expedia.com zomato.com thefork.com lonelyplanet.com timeout.com eater.com
    imdb.com rottentomatoes.com metacritic.com goodreads.com discogs.com allmusic.com
    facebook.com instagram.com twitter.com x.com linkedin.com youtube.com youtu.be tiktok.com
    reddit.com quora.com pinterest.com tumblr.com threads.net bsky.app medium.com substack.com
    stackexchange.com stackoverflow.com answers.com ask.com
    """.split()  # noqa: SIM905 - a table that people extend reads best as words
)


def is_aggregator(link: Link) -> bool:
    """Whether the page ranks, lists or describes others' sites; by its host alone."""
    try:
        host = (urlsplit(link.url).hostname or "").rstrip(".")
    except ValueError:
        return False
    labels = host.split(".")
    return any(".".join(labels[n:]) in HOSTS for n in range(len(labels)))
