"""Names what a shop sells, so that "we're out of milk" is no "we're out of patience". Pure."""

from __future__ import annotations

import re

_FOOD = """
milk bread butter cheese egg yoghurt yogurt cream margarine marge flour sugar salt pepper rice pasta
spaghetti noodle cereal muesli oat porridge granola jam honey marmalade ketchup mayo mayonnaise
mustard vinegar oil sauce gravy soup bean pea lentil chickpea tomato potato spud onion garlic
carrot cabbage cauliflower broccoli spinach lettuce cucumber celery leek mushroom courgette
aubergine sweetcorn corn avocado salad herb basil parsley coriander mint ginger chilli spice curry
cinnamon vanilla apple banana orange lemon lime pear grape strawberry raspberry blueberry peach plum
mango melon pineapple berry fruit veg vegetable meat beef pork lamb chicken turkey ham bacon sausage
mince steak fish salmon tuna cod prawn tofu hummus houmous pizza chip crisp cracker biscuit cookie
cake chocolate sweet candy nut peanut almond raisin seed pastry bagel bun roll wrap tortilla crumpet
muffin croissant baguette loaf toast snack dessert pudding custard jelly yeast icing syrup treacle
sprinkle olive pickle pesto coconut quinoa couscous barley semolina cornflour paprika cumin turmeric
oregano thyme rosemary cornflake weetabix marmite nutella sprout beetroot turnip swede radish squash
"""
_DRINKS = """
tea coffee juice cola coke lemonade squash beer wine cider gin vodka whisky whiskey rum tonic
soda milkshake smoothie cocoa espresso decaf teabag prosecco champagne ale lager
"""
_HOUSEHOLD = """
soap shampoo conditioner toothpaste toothbrush deodorant razor tissue hankie wipe nappy diaper
tampon pad sponge bleach detergent powder softener tablet capsule pod cleaner polish cloth bag
bin-bag binbag liner foil clingfilm cling-film film roll towel paper tape glue envelope stamp pen
pencil ink toner cartridge batteries bulb lightbulb candle match lighter firelighter charcoal
plaster bandage ibuprofen aspirin vitamin painkiller sunscreen suncream lotion moisturiser floss
mouthwash cotton washing-up liquid dishwasher freshener paracetamol fuse nail screw paint filter
litter kibble food treat hay birdseed compost cigarette tobacco straw napkin plate cup nappies
batteries berries cherries pastries knives loaves tomatoes potatoes radishes mangoes matches
brushes
"""
_SOLD = frozenset(f"{_FOOD} {_DRINKS} {_HOUSEHOLD}".split())
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_OF_SOMEBODY = re.compile(r"(?:my|our|his|her|their|your|its)\b", re.I)


def is_sold(thing: str) -> bool:
    """Whether a shop sells a thing, as far as a list of everyday words tells.

    Args:
        thing: Its words: "oat milk", "bin bags", "milk and eggs".
    """
    if _OF_SOMEBODY.match(thing):
        return False
    pieces = [one for one in re.split(r",| and ", thing) if one.strip()]
    return bool(pieces) and all(_is_sold(piece) for piece in pieces)


def is_ware(word: str) -> bool:
    """Whether one word is the name of something that a shop sells, as it stands or as several.

    Args:
        word: "flour", "eggs".
    """
    return bool({word, word.removesuffix("s")} & _SOLD)


def _is_sold(piece: str) -> bool:
    words = _WORD.findall(piece.lower())
    names = {words[-1], *(words[:1] if " of " in piece else ())} if words else set[str]()
    return any(name in _SOLD or name[:-1] in _SOLD or name[:-2] in _SOLD for name in names)
